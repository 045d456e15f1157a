import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { base, entry, startSlapd, type TestDirectory } from './directory.ts'

/** Attributes of Active Directory, for OpenLDAP. */
const schema = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.102 NAME 'memberOf' EQUALITY distinguishedNameMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.12 )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL
  MAY ( sAMAccountName $ userPrincipalName $ objectGUID $ memberOf ) )
objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP groupOfNames STRUCTURAL MAY ( memberOf ) )`

interface DirectoryUser {
  /** `sAMAccountName`; the password is `password-of-NAME`. */
  name: string
  /** `objectGUID` */
  guid: Buffer
  /** Names of groups. */
  groups: string[]
}

const userDn = (name: string) => `cn=${name} of the domain,ou=people,${base}`
const groupDn = (name: string) => `cn=${name},ou=groups,${base}`

/** The entries of users and groups. `groups`: for each group, the groups of which it is a member. */
function content(users: readonly DirectoryUser[], groups: Readonly<Record<string, readonly string[]>>): string[] {
  const memberOf = (names: readonly string[]) => names.map((name): [string, string] => ['memberOf', groupDn(name)])
  const membersOf = (group: string): string[] => [
    ...users.filter((user) => user.groups.includes(group)).map(({ name }) => userDn(name)),
    ...Object.keys(groups)
      .filter((name) => groups[name]?.includes(group))
      .map(groupDn),
  ]
  return [
    ...users.map(({ name, guid, groups: own }) =>
      entry(userDn(name), [
        ['objectClass', 'user'],
        ['cn', `${name} of the domain`],
        ['sn', 'Tester'],
        ['sAMAccountName', name],
        ['userPrincipalName', `${name}@corp.example`],
        // two colons: base64
        ['objectGUID:', guid.toString('base64')],
        ['userPassword', `password-of-${name}`],
        ...memberOf(own),
      ]),
    ),
    ...Object.entries(groups).map(([name, own]) =>
      entry(groupDn(name), [
        ['objectClass', 'group'],
        ['cn', name],
        ...membersOf(name).map((dn): [string, string] => ['member', dn]),
        ...memberOf(own),
      ]),
    ),
  ]
}

/** A self-signed certificate for `localhost`. */
function certificate(folder: string): { certificate: string; key: string } {
  const [file, key] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'
  const made = spawnSync('openssl', [...request.split(' '), '-keyout', key, '-out', file])
  if (made.status !== 0) throw new Error(`openssl failed: ${made.stderr}`)
  return { certificate: file, key }
}

/** OpenLDAP on loopback with the attributes of Active Directory, and StartTLS with a certificate for `localhost`. */
export async function startActiveDirectory(
  users: readonly DirectoryUser[],
  groups: Readonly<Record<string, readonly string[]>>,
  port: number,
): Promise<TestDirectory & { certificate: string }> {
  let pem = ''
  const directory = await startSlapd({
    port,
    entries: content(users, groups),
    settings(folder) {
      const made = certificate(folder)
      pem = readFileSync(made.certificate, 'utf8')
      return `${schema}\nTLSCertificateFile ${made.certificate}\nTLSCertificateKeyFile ${made.key}`
    },
  })
  return { ...directory, certificate: pem }
}
