import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { languages } from '../model/language/languages.ts'

/**
 * The key in `preload.json` of the files that a page needs in a language. `kind` is empty for all pages but dashboards.
 */
export const languageGroup = (code: string, kind: 'dashboard' | '') => `language ${code} ${kind}`.trim()

/** The built browser bundle, `dist/web`. Only files that existed at start are served. */
export interface Assets {
  /** Codes of the languages that pages can be shown in, in the order of the list of all languages. */
  languages: readonly string[]
  send(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply | undefined
  /** Files of the page's entry and, if the build lists them, of a kind of page (`dashboard`, `home`). */
  entry(
    pageKind: string | undefined,
    language: string,
  ): { script: string; styles: string[]; preload: string[] } | undefined
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}

interface File {
  path: string
  bytes: number
  etag: string
}

/** The list that a build makes of its files, so that a start reads one file instead of checking two thousand. */
export const fileList = '.vite/files.json'
export type ListedFile = [name: string, bytes: number, digest: string]

function filesOf(folder: string): Map<string, File> {
  const list = join(folder, fileList)
  if (!existsSync(list)) return filesIn(folder)
  const listed = JSON.parse(readFileSync(list, 'utf8')) as ListedFile[]
  return new Map(
    listed.map(([name, bytes, digest]) => [name, { path: `${folder}/${name}`, bytes, etag: `"${digest}"` }]),
  )
}

function filesIn(folder: string): Map<string, File> {
  const found = new Map<string, File>()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (name.startsWith('.vite/')) continue
    const { size, mtimeMs } = statSync(path)
    found.set(name, { path, bytes: size, etag: `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"` })
  }
  return found
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}

/** Opens the folder, or returns undefined if nothing was built (pages then have no script). */
export function openAssets(folder: string): Assets | undefined {
  const manifestFile = join(folder, '.vite/manifest.json')
  if (!existsSync(manifestFile)) return undefined
  const files = filesOf(folder)
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, ManifestEntry>
  const preloadFile = join(folder, 'preload.json')
  const preloads = existsSync(preloadFile)
    ? (JSON.parse(readFileSync(preloadFile, 'utf8')) as Record<string, string[]>)
    : {}

  const main = manifest['src/web/main.tsx']
  const styles = new Set<string>()
  const modules = new Set<string>()
  const visit = (entry: ManifestEntry | undefined) => {
    if (!entry) return
    for (const css of entry.css ?? []) styles.add(css)
    for (const name of entry.imports ?? []) {
      const imported = manifest[name]
      if (imported && !modules.has(imported.file)) {
        modules.add(imported.file)
        visit(imported)
      }
    }
  }
  visit(main)

  const encodings: [name: string, extension: string][] = [
    ['br', '.br'],
    ['gzip', '.gz'],
  ]
  return {
    languages: languages.map(({ code }) => code).filter((code) => code === 'en' || languageGroup(code, '') in preloads),
    entry(pageKind, language) {
      if (!main) return undefined
      const texts = languageGroup(language, pageKind === 'dashboard' ? 'dashboard' : '')
      const extra = [...((pageKind && preloads[pageKind]) || []), ...(preloads[texts] ?? [])]
      const url = (file: string) => `/static/${file}`
      const isStyle = (file: string) => file.endsWith('.css')
      return {
        script: url(main.file),
        styles: [...styles, ...extra.filter(isStyle)].map(url),
        preload: [...new Set([...modules, ...extra.filter((file) => !isStyle(file))])].map(url),
      }
    },
    send(request, reply, path) {
      const plain = files.get(path)
      if (!plain) return undefined
      reply.header('content-type', types[extname(path)] ?? 'application/octet-stream')
      // names under assets/ contain a hash of their content
      reply.header('cache-control', path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      reply.header('etag', plain.etag)
      reply.header('vary', 'Accept-Encoding')
      if (request.headers['if-none-match'] === plain.etag) return reply.code(304).send()
      const accepted = String(request.headers['accept-encoding'] ?? '')
      for (const [name, extension] of encodings) {
        const packed = files.get(path + extension)
        if (packed && new RegExp(`\\b${name}\\b`).test(accepted)) {
          reply.header('content-encoding', name).header('content-length', packed.bytes)
          return reply.send(createReadStream(packed.path))
        }
      }
      // not compressed here: the build has compressed everything compressible
      reply.header('content-encoding', 'identity').header('content-length', plain.bytes)
      return reply.send(createReadStream(plain.path))
    },
  }
}
