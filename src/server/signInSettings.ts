import { z } from 'zod'
import { ConfigError } from './configError.ts'

const onOff = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1')
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Roles by group: `admins: Admin; analysts: Gamma, sql_lab`. A group may contain colons. */
const roleMap = z
  .string()
  .transform((text) =>
    text
      .split(';')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => ({
        group: entry.slice(0, entry.lastIndexOf(':')).trim(),
        roles: list(entry.slice(entry.lastIndexOf(':') + 1)),
        isPair: entry.includes(':'),
      })),
  )
  .refine(
    (entries) => entries.every(({ group, roles, isPair }) => isPair && group !== '' && roles.length > 0),
    'groups and roles, such as `admins: Admin; analysts: Gamma, sql_lab`',
  )
  .transform((entries) => entries.map(({ group, roles }) => ({ group, roles })))

/** Settings for sign-in with identity providers and directories: rows of the table in docs/configuration.md. */
export const signInSettings = {
  SEXTANT_SIGN_IN_ROLES: {
    about:
      'Roles by group of the identity provider or directory: `admins: Admin; analysts: Gamma, sql_lab`. Applied at every sign-in to accounts that it created.',
    read: roleMap.optional(),
  },
  SEXTANT_SIGN_IN_DEFAULT_ROLES: {
    about:
      'Roles of everybody who signs in with an identity provider or directory, separated by commas. Default: none; users without a role cannot sign in.',
    read: z.string().transform(list).optional(),
  },
  SEXTANT_SIGN_IN_CREATES_USERS: {
    about: '`false`: an identity provider or directory creates no accounts; users connect it to their account first.',
    read: onOff.default(true),
  },
  SEXTANT_OIDC_ISSUER: {
    about:
      'Address of an OpenID Connect provider, for sign-in. Register `/login/oidc/callback` as the redirect address.',
    read: z.url({ protocol: /^https?$/ }).optional(),
  },
  SEXTANT_OIDC_CLIENT_ID: { about: 'Client id at the provider.', read: z.string().min(1).optional() },
  SEXTANT_OIDC_CLIENT_SECRET: {
    about: 'Client secret at the provider. Default: a public client, with PKCE only.',
    read: z.string().min(1).optional(),
  },
  SEXTANT_OIDC_NAME: {
    about: 'Name of the provider on the sign-in page.',
    read: z.string().min(1).max(40).default('single sign-on'),
  },
  SEXTANT_OIDC_SCOPES: { about: 'Scopes that are requested.', read: z.string().min(1).default('openid profile email') },
  SEXTANT_OIDC_USERNAME_CLAIM: {
    about: 'Claim with the username of new accounts.',
    read: z.string().min(1).default('preferred_username'),
  },
  SEXTANT_OIDC_GROUPS_CLAIM: { about: 'Claim with the groups of a user.', read: z.string().min(1).default('groups') },
  SEXTANT_LDAP_URL: {
    about:
      'Directory for sign-in, such as `ldaps://ldap.example.org`. People whose account here has a password do not use it.',
    read: z.url({ protocol: /^ldaps?$/ }).optional(),
  },
  SEXTANT_LDAP_START_TLS: {
    about: '`true`: an `ldap` address is encrypted with StartTLS.',
    read: onOff.default(false),
  },
  SEXTANT_LDAP_BIND_DN: {
    about: 'Entry that searches the directory. Default: an anonymous search.',
    read: z.string().min(1).optional(),
  },
  SEXTANT_LDAP_BIND_PASSWORD: { about: 'Password of that entry.', read: z.string().min(1).optional() },
  SEXTANT_LDAP_BASE: {
    about: 'Where people are searched, such as `ou=people,dc=example,dc=org`.',
    read: z.string().min(1).optional(),
  },
  SEXTANT_LDAP_USER_FILTER: {
    about:
      'Filter that finds a person. Active Directory: `(|(sAMAccountName={username})(userPrincipalName={username}))`.',
    read: z
      .string()
      .refine((filter) => filter.includes('{username}'), 'a filter that contains {username}')
      .default('(uid={username})'),
  },
  SEXTANT_LDAP_ID_ATTRIBUTE: {
    about: 'Attribute that never changes and is given to one person only. Active Directory: `objectGUID`.',
    read: z.string().min(1).default('entryUUID'),
  },
  SEXTANT_LDAP_USERNAME_ATTRIBUTE: {
    about: 'Attribute with the username of new accounts. Active Directory: `sAMAccountName`.',
    read: z.string().min(1).default('uid'),
  },
  SEXTANT_LDAP_GROUP_BASE: {
    about: 'Where groups are searched. Default: the attribute `memberOf` of the person.',
    read: z.string().min(1).optional(),
  },
  SEXTANT_LDAP_GROUP_FILTER: {
    about: 'Filter that finds the groups of a person by `{dn}` or `{username}`.',
    read: z
      .string()
      .refine((filter) => /\{(dn|username)\}/.test(filter), 'a filter that contains {dn} or {username}')
      .default('(member={dn})'),
  },
  SEXTANT_LDAP_NESTED_GROUPS: {
    about: '`true`: a member of a group is also a member of the groups that contain the group.',
    read: onOff.default(false),
  },
} as const

type Settings = typeof signInSettings
type Values = { [Name in keyof Settings]: z.output<Settings[Name]['read']> }

export interface OidcConfig {
  issuer: URL
  clientId: string
  clientSecret: string | undefined
  /** Name on the sign-in page. */
  name: string
  scopes: string
  usernameClaim: string
  groupsClaim: string
}

export interface LdapConfig {
  url: URL
  startTls: boolean
  /** undefined: an anonymous search. */
  bindDn: string | undefined
  bindPassword: string | undefined
  base: string
  userFilter: string
  idAttribute: string
  usernameAttribute: string
  /** undefined: the groups are read from the attribute `memberOf`. */
  groupBase: string | undefined
  groupFilter: string
  nestedGroups: boolean
}

export interface SignInConfig {
  roles: { group: string; roles: string[] }[]
  defaultRoles: string[]
  createsUsers: boolean
  oidc: OidcConfig | undefined
  ldap: LdapConfig | undefined
}

const isLoopback = ({ hostname }: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** @throws ConfigError if settings contradict each other */
export function signInConfig(values: Values): SignInConfig {
  return {
    roles: values.SEXTANT_SIGN_IN_ROLES ?? [],
    defaultRoles: values.SEXTANT_SIGN_IN_DEFAULT_ROLES ?? [],
    createsUsers: values.SEXTANT_SIGN_IN_CREATES_USERS,
    oidc: oidcConfig(values),
    ldap: ldapConfig(values),
  }
}

function oidcConfig(values: Values): OidcConfig | undefined {
  const { SEXTANT_OIDC_ISSUER: address, SEXTANT_OIDC_CLIENT_ID: clientId } = values
  if (address === undefined) {
    if (clientId !== undefined) throw new ConfigError('SEXTANT_OIDC_ISSUER: must be set with SEXTANT_OIDC_CLIENT_ID.')
    return undefined
  }
  if (clientId === undefined) throw new ConfigError('SEXTANT_OIDC_CLIENT_ID: must be set with SEXTANT_OIDC_ISSUER.')
  const issuer = new URL(address)
  if (issuer.protocol === 'http:' && !isLoopback(issuer))
    throw new ConfigError('SEXTANT_OIDC_ISSUER: must be an https address.')
  if (!values.SEXTANT_OIDC_SCOPES.split(' ').includes('openid'))
    throw new ConfigError('SEXTANT_OIDC_SCOPES: must contain openid.')
  return {
    issuer,
    clientId,
    clientSecret: values.SEXTANT_OIDC_CLIENT_SECRET,
    name: values.SEXTANT_OIDC_NAME,
    scopes: values.SEXTANT_OIDC_SCOPES,
    usernameClaim: values.SEXTANT_OIDC_USERNAME_CLAIM,
    groupsClaim: values.SEXTANT_OIDC_GROUPS_CLAIM,
  }
}

function ldapConfig(values: Values): LdapConfig | undefined {
  const { SEXTANT_LDAP_URL: address, SEXTANT_LDAP_BASE: base, SEXTANT_LDAP_START_TLS: startTls } = values
  if (address === undefined) {
    if (base !== undefined) throw new ConfigError('SEXTANT_LDAP_URL: must be set with SEXTANT_LDAP_BASE.')
    return undefined
  }
  if (base === undefined) throw new ConfigError('SEXTANT_LDAP_BASE: must be set with SEXTANT_LDAP_URL.')
  const url = new URL(address)
  if (url.protocol === 'ldap:' && !startTls && !isLoopback(url))
    throw new ConfigError('SEXTANT_LDAP_URL: must be an ldaps address, or set SEXTANT_LDAP_START_TLS.')
  const { SEXTANT_LDAP_BIND_DN: bindDn, SEXTANT_LDAP_BIND_PASSWORD: bindPassword } = values
  if ((bindDn === undefined) !== (bindPassword === undefined))
    throw new ConfigError('SEXTANT_LDAP_BIND_PASSWORD: must be set with SEXTANT_LDAP_BIND_DN.')
  const { SEXTANT_LDAP_GROUP_BASE: groupBase, SEXTANT_LDAP_GROUP_FILTER: groupFilter } = values
  if (values.SEXTANT_LDAP_NESTED_GROUPS && groupBase !== undefined && !groupFilter.includes('{dn}'))
    throw new ConfigError('SEXTANT_LDAP_GROUP_FILTER: must contain {dn} for SEXTANT_LDAP_NESTED_GROUPS.')
  return {
    url,
    startTls,
    bindDn,
    bindPassword,
    base,
    userFilter: values.SEXTANT_LDAP_USER_FILTER,
    idAttribute: values.SEXTANT_LDAP_ID_ATTRIBUTE,
    usernameAttribute: values.SEXTANT_LDAP_USERNAME_ATTRIBUTE,
    groupBase,
    groupFilter,
    nestedGroups: values.SEXTANT_LDAP_NESTED_GROUPS,
  }
}
