import type { EnginePool } from '../../engine/contracts.ts'
import type { ConnectionForm } from '../../model/database/databaseForm.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Flags } from '../features.ts'
import type { Row } from '../storage/schema.ts'
import { type ConnectionDraft, draftOf } from './draft.ts'
import type { HostPolicy } from './hostPolicy.ts'
import { requireTunnels, withHostKey } from './sshTunnels.ts'

/** Maximum time in which a new connection must respond. */
const PING_TIMEOUT_MS = 30_000

type Stored = Pick<Row<'databases'>, 'id' | 'sqlalchemy_uri' | 'secrets' | 'server_cert' | 'extra'>

/** Checks connections before they are stored. */
export interface ConnectionChecks {
  /** The connection of a form; undefined if the form does not contain one. @throws AppError */
  read(form: ConnectionForm, stored?: Stored): ConnectionDraft | undefined
  /** @throws AppError if the host of a form cannot be resolved or is not allowed */
  checkHost(options: Record<string, unknown>): Promise<void>
  /**
   * Connects once, and returns the draft to store, with the key of its SSH server.
   * @throws AppError with the contract's CONNECTION_* types, status 4xx
   */
  connect(draft: ConnectionDraft): Promise<ConnectionDraft>
}

export function createConnectionChecks({
  engine,
  hosts,
  flags,
  key,
}: {
  engine: Pick<EnginePool, 'ping'>
  hosts: HostPolicy
  flags: Flags
  key: Buffer
}): ConnectionChecks {
  return {
    read(form, stored) {
      if (form.ssh_tunnel) requireTunnels(flags)
      return draftOf(form, key, stored)
    },
    checkHost: (options) => hosts.check({ options }),
    async connect(draft) {
      const { spec, dialect, secrets } = draft
      await hosts.check(spec)
      const { sshHostKey } = await engine.ping(spec, PING_TIMEOUT_MS).catch((error: unknown) => {
        throw asRefusal(error, dialect.title)
      })
      return { ...draft, secrets: withHostKey(secrets, sshHostKey) }
    },
  }
}

/**
 * Converts the error of a connection test to a client error (4xx): it is caused by the tested settings, not by this
 * server.
 */
function asRefusal(error: unknown, engineName: string): unknown {
  if (!(error instanceof AppError) || error.status === 499) return error
  const isLate = error.code === 'BACKEND_TIMEOUT_ERROR'
  return new AppError(isLate ? 'CONNECTION_DATABASE_TIMEOUT' : error.code, isLate ? 408 : 422, error.message, {
    extra: { ...error.extra, engine_name: engineName },
    level: 'error',
    cause: error,
  })
}
