import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages, languageTag } from '../model/language/languages.ts'
import { languagePack } from './language.ts'
import { startApp, type TestApp } from './testing/app.ts'

let folder: string
let server: TestApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-languages-'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify({ 'src/web/main.tsx': { file: 'assets/main.js' } }))
  const preload = { 'language de': ['assets/de.js', 'assets/de-more.js'], 'language de dashboard': ['assets/de.js'] }
  writeFileSync(join(folder, 'preload.json'), JSON.stringify(preload))
  server = await startApp({}, { assetsFolder: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function page(headers: Record<string, string>, url = '/login/') {
  const { body } = await server.app.inject({ method: 'GET', url, headers })
  const text = /data-bootstrap="([^"]*)"/.exec(body)?.[1] ?? '{}'
  const { common } = JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))))
  return { body, common }
}

const cookiesOf = (header: unknown) => [header].flat().map((cookie) => String(cookie).split(';')[0] ?? '')

it.each([
  [{}, 'en'],
  [{ 'accept-language': 'de-CH,fr;q=0.5' }, 'de'],
  [{ 'accept-language': 'fr' }, 'en'],
  [{ 'accept-language': 'de', cookie: 'language=en' }, 'en'],
  [{ cookie: 'language=fr' }, 'en'],
  [{ cookie: 'language="><script>' }, 'en'],
])('the page for %j is in %s', async (headers, expected) => {
  const { body, common } = await page(headers as Record<string, string>)
  expect(body).toContain(`<html lang="${expected}">`)
  expect(common.locale).toBe(expected)
  expect(common.menu_data.navbar_right.locale).toBe(expected)
  expect(common.language_pack.locale_data.superset[''].lang).toBe(expected)
})

it('a page loads the texts of its language only, and offers the languages that have them', async () => {
  const german = await page({ 'accept-language': 'de' })
  expect(german.body).toContain('href="/static/assets/de-more.js"')
  expect(Object.keys(german.common.menu_data.navbar_right.languages)).toEqual(['de', 'en'])
  expect((await page({})).body).not.toContain('/static/assets/de.js')
})

it('the language pack maps the original English words to those of the language', async () => {
  const { common } = await page({ cookie: 'language=de' })
  expect(common.language_pack.locale_data.superset['Logout']).toEqual(['Abmelden'])
  const english = await page({})
  expect(Object.keys(english.common.language_pack.locale_data.superset)).toEqual([''])
})

it('a page has the locales of charts that the workspace set', async () => {
  expect((await page({})).common).toMatchObject({ d3_format: {}, d3_time_format: {} })
  const german = await startApp({ SEXTANT_D3_FORMAT: '{"decimal": ","}' }, { assetsFolder: folder })
  const { body } = await german.app.inject({ method: 'GET', url: '/login/' })
  for (const name of ['d3_format', 'numbers'])
    expect(body.replaceAll('&#34;', '"')).toContain(`"${name}":{"decimal":","`)
  await german.close()
})

it.each(languages.map(({ code }) => code))('the pack of %s has the plural forms of ICU', async (code) => {
  const pack = JSON.stringify(await languagePack(code))
  const rule = /plural=([^"]+)"/.exec(pack)?.[1]?.replace(/;$/, '') ?? ''
  // oxlint-disable-next-line typescript/no-implied-eval -- the rule is an expression of our own language pack
  const formOf = new Function('n', `return Number(${rule})`) as (n: number) => number
  const rules = new Intl.PluralRules(languageTag(code))
  const numbers = Array.from({ length: 300 }, (_number, at) => at)
  const pairs = new Set(numbers.map((n) => `${formOf(n)} ${rules.select(n)}`))
  expect(pairs.size).toBe(new Set(numbers.map(formOf)).size)
  expect(pairs.size).toBe(new Set(numbers.map((n) => rules.select(n))).size)
})

it('an address sets the language of the browser and redirects to our page before it', async () => {
  const go = (url: string, referer?: string) =>
    server.app.inject({ method: 'GET', url, headers: referer === undefined ? {} : { referer } })
  const chosen = await go('/lang/de', `${server.services.baseUrl()}/chart/list/?page=2`)
  expect([chosen.statusCode, chosen.headers.location]).toEqual([302, '/chart/list/?page=2'])
  expect(cookiesOf(chosen.headers['set-cookie'])).toContain('language=de')
  expect((await go('/lang/de', 'https://elsewhere.example/x')).headers.location).toBe('/')
  expect((await go('/lang/de', `${server.services.baseUrl()}/lang/en`)).headers.location).toBe('/')
  for (const code of ['fr', 'xx', '__proto__', 'de%2F..'])
    expect((await go(`/lang/${code}`)).statusCode, code).toBe(404)
})

it('without a build, pages are in the languages that have a catalogue, and else in English', async () => {
  const bare = await startApp({}, { assetsFolder: join(folder, 'none') })
  for (const { code } of languages) {
    const hasCatalogue = existsSync(join(import.meta.dirname, `../locales/${code}.json`))
    const headers = { cookie: `language=${code}` }
    const { statusCode, body } = await bare.app.inject({ method: 'GET', url: '/login/', headers })
    expect([code, statusCode, /<html lang="([^"]*)"/.exec(body)?.[1]]).toEqual([
      code,
      200,
      hasCatalogue ? languageTag(code) : 'en',
    ])
  }
  await bare.close()
})

it('the choice of a user applies in every browser', async () => {
  const [first, second] = [await server.browser('admin'), await server.browser('admin')]
  const welcome = { method: 'GET', url: '/superset/welcome/', headers: { 'accept-language': 'en' } } as const
  await first.inject({ method: 'GET', url: '/lang/de' })
  expect((await second.inject(welcome)).body).toContain('<html lang="de">')
  await second.inject({ method: 'GET', url: '/lang/en' })
  expect((await first.inject(welcome)).body).toContain('<html lang="en">')
})
