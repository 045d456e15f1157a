/**
 * Builds the browser application into dist/web: hashed assets, the manifest for the server, `preload.json` (what each
 * kind of page needs in addition to the entry), a Brotli and a gzip copy of everything compressible, and a list of all
 * files.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { languages } from '../src/model/language/languages.ts'
import { fileList, type ListedFile, languageGroup } from '../src/server/assets.ts'
import { readCatalogue } from './texts/catalogue.ts'
import { catalogueParts } from './texts/catalogueParts.ts'
import { closure, entry, type Manifest, outDir, pageEntries } from './webManifest.ts'

const root = resolve(import.meta.dirname, '..')
/** Built in a temporary folder and moved when complete: a server never sees a partial build. */
const dist = join(root, `${outDir}.${process.pid}`)
const compressible = /\.(js|css|svg|json|html|txt|geojson)$/
/** Smaller files are sent uncompressed: compression would not save a packet. */
const leastBytes = 512

/** The module that loads the texts of a language. */
const showsLanguages = 'src/web/language/showLanguage.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The best compression takes fifteen times as long as the quick one, and saves 8 % of the bytes. */
const BEST = 11
const QUICK = 9
/** Each holds up to 30 MB, and all files at once would need 1 GB; libuv has four threads for them. */
const COMPRESSED_AT_ONCE = 4

async function compress(file: string, quality: number): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        // a window larger than the file would only waste memory
        [constants.BROTLI_PARAM_LGWIN]: Math.min(24, Math.max(16, Math.ceil(Math.log2(bytes.length + 16)))),
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipped(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}

await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: process.env['CI'] ? 'info' : 'warn',
  build: { outDir: dist },
})

const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
const always = new Set(closure(manifest, [entry]))
const preload = Object.fromEntries(
  Object.entries(pageEntries).map(([page, entries]) => [
    page,
    closure(manifest, entries).filter((file) => !always.has(file)),
  ]),
)
/** The files of a language; none if fewer than nine in ten of its texts are translated, so that it is not offered. */
async function languagePreload(code: string): Promise<Record<string, string[]>> {
  const file = join(root, `src/locales/${code}.json`)
  if (!existsSync(file)) return {}
  const entries = [...readCatalogue(await readFile(file, 'utf8')).values()]
  if (entries.filter(({ text }) => text !== '').length < entries.length * 0.9) return {}
  const filesOf = (parts: readonly string[]) =>
    closure(manifest, [showsLanguages, ...parts.map((part) => `src/locales/${code}.json?part=${part}`)]).filter(
      (each) => !always.has(each),
    )
  return {
    [languageGroup(code, '')]: filesOf(catalogueParts),
    [languageGroup(code, 'dashboard')]: filesOf(['first']),
  }
}

const texts = await Promise.all(languages.map(({ code }) => languagePreload(code)))
await writeFile(join(dist, 'preload.json'), JSON.stringify(Object.assign(preload, ...texts)))

/** What pages and charts load. The rest is texts in other languages, boundaries of single countries and rare dialogs. */
const drawings = Object.keys(manifest).filter((source) => /^src\/charts\/\w+\/(drawing|View)\.tsx?$/.test(source))
const parts = drawings.flatMap((source) => manifest[source]?.dynamicImports ?? [])
const common = [...drawings, ...parts.filter((source) => !source.includes('/boundaries/'))]
const often = new Set(closure(manifest, [entry, ...Object.values(pageEntries).flat(), ...common]))

const files = await readdir(dist, { recursive: true, withFileTypes: true })
const compressed = files
  .filter((file) => file.isFile() && compressible.test(file.name) && !file.parentPath.includes('.vite'))
  .map((file) => join(file.parentPath, file.name))
  .values()

/** Compresses the files that no other call has taken. */
async function compressRest(): Promise<void> {
  for (const file of compressed) {
    await compress(file, often.has(relative(dist, file).split(sep).join('/')) ? BEST : QUICK)
  }
}
await Promise.all(Array.from({ length: COMPRESSED_AT_ONCE }, compressRest))

const served = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((file) => file.isFile())
  .map((file) => relative(dist, join(file.parentPath, file.name)).split(sep).join('/'))
  .filter((name) => !name.startsWith('.vite/'))
const listed = await Promise.all(
  served.map(async (name): Promise<ListedFile> => {
    const bytes = await readFile(join(dist, name))
    return [name, bytes.length, createHash('sha256').update(bytes).digest('base64url').slice(0, 16)]
  }),
)
await writeFile(join(dist, fileList), JSON.stringify(listed))

const place = join(root, outDir)
const previous = `${dist}.old`
await mkdir(place, { recursive: true })
await rename(place, previous)
await rename(dist, place)
await rm(previous, { recursive: true })
