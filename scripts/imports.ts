import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** One import or re-export of a module, static or lazy. */
export interface Import {
  specifier: string
  /** type-only: removed when types are stripped */
  typeOnly: boolean
}

const importPattern =
  /(?:^|[\s;])(?:import|export)(\s+type\b)?[^'"();]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const known = new Map<string, Import[]>()

/** The imports of a source file; read once. */
export function importsOf(file: string): Import[] {
  let imports = known.get(file)
  if (!imports) {
    const text = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
    imports = [...text.matchAll(importPattern)].map((match) => ({
      specifier: match[2] ?? match[3] ?? match[4] ?? '',
      typeOnly: match[1] !== undefined,
    }))
    known.set(file, imports)
  }
  return imports
}

/** Every TypeScript file below a folder. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sourceFiles(path) : /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

/** Every file that a process can load from an entry, static and lazy, and the file that imports it first. */
export function loadedBy(entry: string): Map<string, string> {
  const seen = new Map<string, string>([[entry, entry]])
  const queue = [entry]
  for (let file = queue.pop(); file; file = queue.pop()) {
    for (const { specifier, typeOnly } of importsOf(file)) {
      if (typeOnly || !specifier.startsWith('.')) continue
      const target = resolve(dirname(file), specifier)
      if (!seen.has(target) && /\.tsx?$/.test(target) && existsSync(target)) {
        seen.set(target, file)
        queue.push(target)
      }
    }
  }
  return seen
}
