import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, settingsTable } from './config.ts'

describe('configuration', () => {
  it('has defaults for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8088, role: 'all', examples: true })
    expect(config.home).toMatch(/\.sextant$/)
  })

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['SEXTANT_ROLE', 'boss'],
    ['SEXTANT_ADMIN_PASSWORD', 'short'],
    ['SEXTANT_BASE_URL', 'https://bi.example.org/under/a/path'],
    ['SEXTANT_EXAMPLES', 'maybe'],
    ['SEXTANT_TIME_ZONE', 'Mars/Olympus'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8088, databaseUrl: undefined })
  })

  it('matches the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
    expect(page).toContain(settingsTable())
  })
})
