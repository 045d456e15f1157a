import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'node_modules/.cache/chartGallery')
const base = '/chart-gallery/'
const entry = 'e2e/chartGallery/main.tsx'

const contentTypes: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  woff2: 'font/woff2',
}

type LoadedGallery = Awaited<ReturnType<NonNullable<Window['chartGallery']>['load']>>

interface Built {
  script: string
  styles: string[]
}

let building: Promise<Built> | undefined

/** Builds the gallery, once per run. It is not part of the product. */
function built(): Promise<Built> {
  building ??= buildGallery()
  return building
}

async function buildGallery(): Promise<Built> {
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    base,
    publicDir: false,
    build: { outDir: dist, minify: false, reportCompressedSize: false, rolldownOptions: { input: entry } },
  })
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; css?: string[]; imports?: string[] } | undefined
  >
  const styles = new Set<string>()
  const seen = new Set<string>()
  const collect = (key: string) => {
    if (seen.has(key)) return
    seen.add(key)
    for (const style of manifest[key]?.css ?? []) styles.add(style)
    for (const other of manifest[key]?.imports ?? []) collect(other)
  }
  collect(entry)
  const script = manifest[entry]?.file
  if (script === undefined) throw new Error('The gallery has no script.')
  return { script, styles: [...styles] }
}

/** The names of the charts of the examples. */
function exampleNames(): string[] {
  const examples = join(root, 'examples')
  return readdirSync(examples, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/\\]+[/\\]charts[/\\].+\.yaml$/.test(path))
    .map((path) => (parse(readFileSync(join(examples, path), 'utf8')) as { slice_name: string }).slice_name)
}

/**
 * Opens the gallery and loads its charts. It is a page of the product with its headers; the gallery's script replaces
 * the script of the page.
 */
export async function openChartGallery(page: Page): Promise<LoadedGallery> {
  const { script, styles } = await built()
  await page.route(`**${base}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(base.length)
    if (path !== '') {
      const contentType = contentTypes[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return route.fulfill({ contentType, body: await readFile(join(dist, path)) })
    }
    const own = await route.fetch({ url: new URL('/superset/welcome/', route.request().url()).href })
    const links = styles.map((style) => `<link rel="stylesheet" href="${base}${style}">`).join('')
    const body = (await own.text())
      .replaceAll(/<script\b[^>]*><\/script>/g, '')
      .replaceAll(/<link\b[^>]*rel="(?:stylesheet|modulepreload|preload)"[^>]*>/g, '')
      .replace('</body>', `${links}<script type="module" src="${base}${script}"></script></body>`)
    await route.fulfill({ response: own, body })
  })
  await page.goto(base)
  await page.waitForFunction(() => window.chartGallery !== undefined)
  return page.evaluate((names) => window.chartGallery!.load(names), exampleNames())
}
