import { lookup } from 'node:dns/promises'
import { realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import type { ConnectionSpec } from '../../engine/contracts.ts'
import type { ConnectionOptions } from '../../engine/dialects/connection.ts'
import { dialectOf } from '../../engine/dialects/index.ts'
import { allowedHosts } from '../../engine/run/addresses.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Config } from '../config.ts'

/**
 * Checks the hosts of database connections. The engine children check again the address that they really connect to.
 */
export interface HostPolicy {
  /** @throws AppError 422 with a message that names the setting */
  check(spec: ConnectionSpec | { options: ConnectionOptions }): Promise<void>
}

const POSTGRES_PORT = 5432

const refused = (message: string, invalid: string[]) =>
  new AppError('CONNECTION_ACCESS_DENIED_ERROR', 422, message, { extra: { invalid }, level: 'error' })

export function createHostPolicy(config: Pick<Config, 'databases' | 'databaseUrl' | 'home'>): HostPolicy {
  const allowed = allowedHosts(config.databases.hosts)

  async function checkServer(host: string, port: unknown, database: unknown): Promise<void> {
    const addresses = await addressesOf(host)
    if (!addresses) {
      throw new AppError('CONNECTION_INVALID_HOSTNAME_ERROR', 422, `The hostname "${host}" cannot be resolved.`, {
        extra: { invalid: ['host'] },
        level: 'error',
      })
    }
    if (await isOwnStore(addresses, port, database)) {
      throw refused('Sextant stores its own data here. It cannot be connected as a database.', ['host'])
    }
    if (addresses.some((address) => !allowed.allows(host, address))) {
      throw refused(
        `The host "${host}" is inside a private network. To allow it, add the host, its range or the word private to the setting SEXTANT_DATABASE_HOSTS and restart the server.`,
        ['host'],
      )
    }
  }

  /** Whether the address is that of the metadata store, under any spelling of its name. */
  async function isOwnStore(addresses: readonly string[], port: unknown, database: unknown): Promise<boolean> {
    if (!config.databaseUrl) return false
    const own = new URL(config.databaseUrl)
    const name = decodeURIComponent(own.pathname.slice(1)) || own.username
    if (Number(own.port || POSTGRES_PORT) !== Number(port ?? POSTGRES_PORT) || name !== String(database ?? name))
      return false
    const theirs = (await addressesOf(own.hostname.replace(/^\[|\]$/g, ''))) ?? []
    return theirs.some((address) => addresses.includes(address) || (isLoopback(address) && addresses.some(isLoopback)))
  }

  /** Rejects files of Sextant itself. Whether the folder of a file is allowed is checked when the file is opened. */
  function checkFile(path: string): void {
    const home = realPath(config.home)
    const file = realPath(resolve(path))
    if (config.databases.folders.length === 0) {
      throw refused('File databases need a folder in the setting SEXTANT_DATABASE_FOLDERS.', ['database'])
    }
    if (file === home || file.startsWith(home + sep)) {
      throw refused('Sextant stores its own data here. It cannot be connected as a database.', ['database'])
    }
  }

  return {
    async check(spec) {
      if (!('options' in spec)) return
      const { sshTunnel } = spec.options as { sshTunnel?: { host: string; port: number } }
      // the SSH server decides which hosts are reached through it
      if (sshTunnel) return checkServer(sshTunnel.host, sshTunnel.port, undefined)
      const { host, port, database } = spec.options as { host?: unknown; port?: unknown; database?: unknown }
      if (typeof host === 'string') await checkServer(host, port, database)
      else if ('dialect' in spec && isFileKind(spec.dialect)) checkFile(String(database ?? ''))
    },
  }
}

/** Whether the only option of a kind of database is a file path. */
const isFileKind = (name: string) => dialectOf(name).connection.fields.every((field) => field.name === 'database')

const isLoopback = (address: string) => address === '::1' || /^(?:::ffff:)?127\./i.test(address)

async function addressesOf(host: string): Promise<string[] | undefined> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return undefined
  }
}

/** The path with links resolved, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : resolve(realPath(parent), path.slice(parent.length).replace(/^[\\/]/, ''))
  }
}
