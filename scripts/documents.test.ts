import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && !['testing', '__snapshots__'].includes(entry.name) ? [entry.name] : [],
  )

/** Folders whose children are members of a list: ARCHITECTURE.md describes what each consists of. */
const lists = ['src/charts', 'src/filters']

it('ARCHITECTURE.md names every folder', () => {
  const text = read('ARCHITECTURE.md')
  const isNamed = (name: string) => text.includes(`\`${name}\``) || text.includes(`\`${name}/\``)
  // other folders of a work tree are local; without git only `src` is checked
  const { stdout } = spawnSync('git', ['ls-tree', '-d', '--name-only', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const top = (stdout ?? '').split('\n').filter((name) => name !== '' && name !== 'src' && !isNamed(name))
  const layers = foldersIn('src').map((name) => `src/${name}`)
  const inside = layers
    .filter((layer) => !lists.includes(layer))
    .flatMap((layer) => foldersIn(layer).flatMap((name) => (isNamed(name) ? [] : [`${layer}/${name}`])))
  expect([...top, ...layers.filter((layer) => !isNamed(layer)), ...inside]).toEqual([])
})

const documents = [
  'ARCHITECTURE.md',
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Folders to which paths in a document can be relative: the root, and folders that the document is about. */
const starts = ['', 'src', 'src/server', 'src/engine', 'src/charts', 'src/web', 'scripts']

it.each(documents)('%s names only files that exist', (file) => {
  const text = read(file)
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|md|json|sh|service))`/g)].map(
    (match) => match[1],
  )
  const isThere = (path: string) => starts.some((start) => existsSync(join(root, start, path)))
  // the example of the chart documentation is to be created, and `testing/escapes.ts` is in the folder of a dialect
  const examples = /^src\/charts\/dial\/|^testing\/escapes\.ts$/
  expect(paths.filter((path) => path !== undefined && !examples.test(path) && !isThere(path))).toEqual([])
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '')
  expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(file), link)))).toEqual([])
})

it.each(documents)('%s names only commands of package.json', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(file).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? '')
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
