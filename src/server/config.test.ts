import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, settingsTable } from './config.ts'
import { ConfigError } from './configError.ts'

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
    ['SEXTANT_D3_FORMAT', 'de'],
    ['SEXTANT_D3_FORMAT', '{"decimal": 1}'],
    ['SEXTANT_D3_TIME_FORMAT', '{"months": ["Januar"]}'],
    ['SEXTANT_HOME_TAB', '["Shop"]'],
    ['SEXTANT_HOME_TAB', 'all'],
    ['SEXTANT_ERROR_TEXTS', '{"SYNTAX_ERROR": 1}'],
    ['SEXTANT_FLAGS', 'NO_SUCH_FLAG'],
    ['SEXTANT_OIDC_ISSUER', 'id.example.org'],
    ['SEXTANT_SIGN_IN_ROLES', 'admins'],
    ['SEXTANT_SIGN_IN_ROLES', 'admins: ; x: Gamma'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(name)
  })

  it('completes the locales of charts', () => {
    const { formats } = readConfig({
      SEXTANT_D3_FORMAT: '{"decimal": ",", "thousands": "."}',
      SEXTANT_D3_TIME_FORMAT: '{"periods": ["vorm.", "nachm."]}',
    })
    expect(formats.numbers).toMatchObject({ decimal: ',', thousands: '.', grouping: [3], currency: ['$', ''] })
    expect(formats.times?.periods).toEqual(['vorm.', 'nachm.'])
    expect(formats.times?.shortMonths[4]).toBe('May')
    expect(readConfig({}).formats).toEqual({ numbers: undefined, times: undefined })
  })

  it.each([
    [
      { SEXTANT_OIDC_ISSUER: 'https://id.example.org' },
      'SEXTANT_OIDC_CLIENT_ID: must be set with SEXTANT_OIDC_ISSUER.',
    ],
    [{ SEXTANT_OIDC_CLIENT_ID: 'x' }, 'SEXTANT_OIDC_ISSUER: must be set with SEXTANT_OIDC_CLIENT_ID.'],
    [
      { SEXTANT_OIDC_ISSUER: 'http://id.example.org', SEXTANT_OIDC_CLIENT_ID: 'x' },
      'SEXTANT_OIDC_ISSUER: must be an https address.',
    ],
    [
      { SEXTANT_OIDC_ISSUER: 'https://id.example.org', SEXTANT_OIDC_CLIENT_ID: 'x', SEXTANT_OIDC_SCOPES: 'email' },
      'SEXTANT_OIDC_SCOPES: must contain openid.',
    ],
    [{ SEXTANT_LDAP_URL: 'ldaps://ldap.example.org' }, 'SEXTANT_LDAP_BASE: must be set with SEXTANT_LDAP_URL.'],
    [
      { SEXTANT_LDAP_URL: 'ldap://ldap.example.org', SEXTANT_LDAP_BASE: 'dc=x' },
      'SEXTANT_LDAP_URL: must be an ldaps address, or set SEXTANT_LDAP_START_TLS.',
    ],
    [
      {
        SEXTANT_LDAP_URL: 'ldaps://x',
        SEXTANT_LDAP_BASE: 'dc=x',
        SEXTANT_LDAP_GROUP_BASE: 'dc=x',
        SEXTANT_LDAP_GROUP_FILTER: '(memberUid={username})',
        SEXTANT_LDAP_NESTED_GROUPS: 'true',
      },
      'SEXTANT_LDAP_GROUP_FILTER: must contain {dn} for SEXTANT_LDAP_NESTED_GROUPS.',
    ],
    [
      { SEXTANT_LDAP_URL: 'ldaps://x', SEXTANT_LDAP_BASE: 'dc=x', SEXTANT_LDAP_BIND_DN: 'cn=x' },
      'SEXTANT_LDAP_BIND_PASSWORD: must be set with SEXTANT_LDAP_BIND_DN.',
    ],
  ])('refuses %j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  it('reads the roles of groups', () => {
    const { signIn } = readConfig({ SEXTANT_SIGN_IN_ROLES: 'urn:x:admins: Admin; analysts: Gamma, sql_lab;' })
    expect(signIn.roles).toEqual([
      { group: 'urn:x:admins', roles: ['Admin'] },
      { group: 'analysts', roles: ['Gamma', 'sql_lab'] },
    ])
  })

  it('treats an empty variable as missing', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8088, databaseUrl: undefined })
  })

  it('matches the documentation', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
    expect(page).toContain(settingsTable())
  })
})
