import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './configError.ts'
import { startApp, type TestApp } from './testing/app.ts'

const style = 'https://maps.example.org/light/style.json'
const settings = {
  SEXTANT_MAP_STYLE: style,
  SEXTANT_MAP_STYLE_DARK: 'https://maps.example.org/dark/style.json',
  SEXTANT_MAP_HOSTS: 'https://tiles.example.org, https://*.glyphs.example.org:8443/',
}

describe('settings of base maps', () => {
  it('name the hosts that browsers may reach', () => {
    expect(readConfig(settings).map).toEqual({
      light: style,
      dark: 'https://maps.example.org/dark/style.json',
      origins: ['https://maps.example.org', 'https://tiles.example.org', 'https://*.glyphs.example.org:8443'],
    })
    expect(readConfig({ SEXTANT_MAP_STYLE: style }).map).toEqual({
      light: style,
      dark: style,
      origins: ['https://maps.example.org'],
    })
    expect(readConfig({}).map).toBeUndefined()
  })

  it.each([
    ['SEXTANT_MAP_STYLE', 'mapbox://styles/mapbox/light-v9'],
    ['SEXTANT_MAP_STYLE', 'style.json'],
    ['SEXTANT_MAP_STYLE_DARK', style],
    ['SEXTANT_MAP_HOSTS', 'https://tiles.example.org'],
    ['SEXTANT_MAP_HOSTS', "https://tiles.example.org; script-src 'unsafe-inline'"],
    ['SEXTANT_MAP_HOSTS', '*'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })
})

describe('pages', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await startApp(settings)
  }, 120_000)
  afterAll(() => server.close())

  it('may reach the hosts of base maps, and no others', async () => {
    const { headers, body } = await server.app.inject({ method: 'GET', url: '/login/' })
    const directives = String(headers['content-security-policy']).split('; ')
    const others = 'https://maps.example.org https://tiles.example.org https://*.glyphs.example.org:8443'
    expect(directives).toContain(`connect-src 'self' ${others}`)
    expect(directives.filter((directive) => directive.includes('example.org'))).toHaveLength(1)
    expect(body).toContain('https://maps.example.org/dark/style.json')
  })
})
