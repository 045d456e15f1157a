/**
 * Checks that no file imports itself through other files, types included: files in a cycle can only be read, tested and
 * moved together. Prints one cycle of each group of files that import each other; exit code 1 if there is one.
 */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { importsOf, sourceFiles } from './imports.ts'

const root = resolve(import.meta.dirname, '..')

/** The files of this repository that a file imports directly. */
function targetsOf(file: string): string[] {
  const own = importsOf(file).filter(({ specifier }) => specifier.startsWith('.'))
  return [...new Set(own.map(({ specifier }) => resolve(dirname(file), specifier)))].filter(
    (target) => /\.tsx?$/.test(target) && existsSync(target),
  )
}

/**
 * Groups of files that all reach each other by imports (strongly connected components, by Tarjan's algorithm). Files
 * that are in no cycle are left out.
 */
function groups(files: string[]): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()

  function visit(file: string): number {
    const own = order.size
    order.set(file, own)
    lowest.set(file, own)
    open.push(file)
    isOpen.add(file)
    for (const target of targetsOf(file)) {
      const reached = order.has(target) ? (isOpen.has(target) ? order.get(target) : undefined) : visit(target)
      if (reached !== undefined && isOpen.has(target)) lowest.set(file, Math.min(lowest.get(file) ?? own, reached))
    }
    if (lowest.get(file) === own) {
      const group = open.splice(open.indexOf(file))
      for (const each of group) isOpen.delete(each)
      if (group.length > 1 || targetsOf(file).includes(file)) found.push(group)
    }
    return lowest.get(file) ?? own
  }

  for (const file of files) if (!order.has(file)) visit(file)
  return found
}

/** A shortest path from a file of a group back to itself. */
function circleOf(group: string[]): string[] {
  const [start = ''] = group.toSorted()
  const inside = new Set(group)
  const ways = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const target of targetsOf(way.at(-1) ?? '')) {
      if (target === start) return [...way, start]
      if (!inside.has(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  return []
}

const found = groups(
  ['src', 'conformance', 'e2e', 'bench', 'scripts'].flatMap((folder) => sourceFiles(join(root, folder))),
)
const nameOf = (file: string) => relative(root, file).split(sep).join('/')
for (const group of found) process.stdout.write(`${circleOf(group).map(nameOf).join('\n  -> ')}\n`)
process.stdout.write(found.length ? `${found.length} groups of files import each other\n` : 'no file imports itself\n')
process.exit(found.length ? 1 : 0)
