import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** One import or re-export of a module, static or lazy. */
export interface Import {
  specifier: string
  /** type-only: removed when types are stripped */
  typeOnly: boolean
  /** the imported source file, if the specifier is the path of one */
  file?: string
}

const importPattern =
  /(?:^|[\s;])(?:import|export)(\s+type\b)?[^'"();]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[\s;])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\bimport\(\s*`([^`]+)`\s*\)/g

const known = new Map<string, Import[]>()

/** The imports of a source file; read once. */
export function importsOf(file: string): Import[] {
  let imports = known.get(file)
  if (!imports) {
    const text = readFileSync(file, 'utf8')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/^\s*\/\/.*$/gm, '')
    imports = [...text.matchAll(importPattern)].flatMap((match) => {
      const specifiers = match[5] ? matchingFiles(dirname(file), match[5]) : [match[2] ?? match[3] ?? match[4] ?? '']
      return specifiers.map((specifier) => ({
        specifier,
        typeOnly: match[1] !== undefined,
        ...fileOf(file, specifier),
      }))
    })
    known.set(file, imports)
  }
  return imports
}

const existing = new Map<string, boolean>()

function fileOf(importer: string, specifier: string): { file?: string } {
  if (!/^\..*\.tsx?$/.test(specifier)) return {}
  const file = resolve(dirname(importer), specifier)
  const exists = existing.get(file) ?? existsSync(file)
  existing.set(file, exists)
  return exists ? { file } : {}
}

/**
 * The files that a lazy import of a template literal (`./${type}/query.ts`) can load: each placeholder is a part of one
 * name, as bundlers read it. No file: the import cannot work, or the text is too general to be checked.
 */
function matchingFiles(folder: string, template: string): string[] {
  const parts = template.split('/')
  let found = [folder]
  for (const part of parts) {
    const escaped = part.split(/\$\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    const pattern = new RegExp(`^${escaped.join('[^/]+')}$`)
    found = found.flatMap((path) =>
      escaped.length === 1
        ? [join(path, part)].filter((next) => existsSync(next))
        : readdirSync(path).flatMap((name) => (pattern.test(name) ? [join(path, name)] : [])),
    )
    found = found.filter((path) => part === parts.at(-1) || statSync(path).isDirectory())
  }
  if (!template.startsWith('.') || found.length === 0) throw new Error(`${folder}: no file is known for ${template}`)
  return found.map((path) => `./${relative(folder, path).split(sep).join('/')}`)
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
    for (const { file: target, typeOnly } of importsOf(file)) {
      if (typeOnly || target === undefined || seen.has(target)) continue
      seen.set(target, file)
      queue.push(target)
    }
  }
  return seen
}
