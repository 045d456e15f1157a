import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { checkOptions } from '../../../engine/dialects/connection.ts'
import { AvailableDatabasesAnswer } from '../../../model/database/databaseAnswers.ts'
import {
  DatabaseCreate,
  DatabaseParameters,
  DatabaseTest,
  DatabaseUpdate,
} from '../../../model/database/databaseForm.ts'
import { AppError } from '../../../model/errors/errors.ts'
import { MessageAnswer, SavedAnswer } from '../../../model/wire/answers.ts'
import { type FieldErrors, parseFields } from '../../../model/wire/fields.ts'
import { dialectOfEngine, uriOfParameters } from '../../databases/draft.ts'
import { authorOf, versionTag } from '../../entities/changes.ts'
import { errorBody, errorList } from '../../errors.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { availableDatabases } from './available.ts'
import { createDatabase, deleteDatabase, deleteTunnel, updateDatabase } from './write.ts'

const path = '/api/v1/database'
const read = { requires: 'can_read:Database', errors: 'B', answer: AvailableDatabasesAnswer } as const
const write = { requires: 'can_write:Database', answer: SavedAnswer } as const
/** Checks a connection and changes nothing. */
const tries = { requires: 'can_write:Database', errors: 'B', answer: MessageAnswer } as const

/** Body of `POST /superset/testconn`. */
const AddressTest = z.object({ uri: z.string().min(1).max(1024), name: z.string().nullish() })

/** `/api/v1/database`: connecting, changing and deleting databases. */
export const databaseConnectRoutes: Resource = (app, services) => {
  const { now } = services

  app.get(`${path}/available/`, { config: read }, async () => ({ databases: availableDatabases() }))

  const creates = { ...write, statuses: [201] as const }
  app.post(`${path}/`, { config: creates, schema: { body: DatabaseCreate } }, async (request, reply) => {
    try {
      const [id, result] = await createDatabase(services, authorOf(request, now()), request.body)
      reply.code(201)
      return { id, result }
    } catch (error) {
      return connectionFault(error, reply)
    }
  })

  app.put(
    `${path}/:id`,
    { config: write, schema: { params: idParams, body: DatabaseUpdate } },
    async (request, reply) => {
      const { subject, params, body, headers } = request
      const author = authorOf(request, now())
      const { version, result } = await updateDatabase(services, subject, author, params.id, body, headers['if-match'])
      reply.header('etag', versionTag(version))
      return { id: params.id, result }
    },
  )

  app.delete(
    `${path}/:id`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await deleteDatabase(services, request.subject, authorOf(request, now()), request.params.id)
      return { message: 'OK' }
    },
  )

  app.delete(
    `${path}/:id/ssh_tunnel/`,
    { config: { ...write, answer: MessageAnswer }, schema: { params: idParams } },
    async (request) => {
      await deleteTunnel(services, request.subject, authorOf(request, now()), request.params.id)
      return { message: 'OK' }
    },
  )

  addConnectionTests(app, services)
}

/** Checks of connections, which change nothing. */
function addConnectionTests(app: App, { db, connectionChecks }: Services): void {
  /** An incomplete form can already show that its host is wrong. */
  async function hostFault({ host, port, database }: Record<string, unknown>): Promise<AppError | undefined> {
    if (typeof host !== 'string' || host === '') return undefined
    try {
      await connectionChecks.checkHost({ host, port, database })
      return undefined
    } catch (error) {
      if (error instanceof AppError) return error
      throw error
    }
  }

  app.post(`${path}/test_connection/`, { config: { ...tries, body: DatabaseTest } }, async (request, reply) => {
    const parsed = parseFields(DatabaseTest, request.body)
    if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
    const { database_name: name, ...form } = parsed.value
    const stored = name
      ? await db.selectFrom('databases').selectAll().where('database_name', '=', name).executeTakeFirst()
      : undefined
    // clients test every database with the address that they have read, including the embedded database
    if (stored?.is_embedded && form.sqlalchemy_uri === stored.sqlalchemy_uri) return { message: 'OK' }
    try {
      const draft = connectionChecks.read(form, stored?.is_embedded ? undefined : stored)
      if (!draft) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Database parameters are invalid.')
      await connectionChecks.connect(draft)
      return { message: 'OK' }
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return reply.code(400).send(errorBody(error, 'A'))
      throw error
    }
  })

  // the call of old versions, which sends only the address
  app.post(
    '/superset/testconn',
    { config: { requires: tries.requires, errors: 'C', answer: z.literal('OK') }, schema: { body: AddressTest } },
    async ({ body }, reply) => {
      const draft = connectionChecks.read({ sqlalchemy_uri: body.uri })
      if (!draft) throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Database parameters are invalid.')
      await connectionChecks.connect(draft)
      return reply.type('application/json; charset=utf-8').send('"OK"')
    },
  )

  app.post(
    `${path}/validate_parameters/`,
    { config: { ...tries, body: DatabaseParameters } },
    async (request, reply) => {
      const parsed = parseFields(DatabaseParameters, request.body)
      if (!parsed.ok) return reply.code(422).send(errorList(faultsOfFields(parsed.fields)))
      const { engine, driver = null, catalog, id } = parsed.value
      const parameters = { ...parsed.value.parameters, ...(catalog ? { catalog } : {}) }
      const faults = faultsOfParameters(engine, parameters)
      if (faults.length > 0) {
        // the host of a database behind an SSH tunnel is resolved by the SSH server
        const host = parsed.value.ssh_tunnel ? undefined : await hostFault(parameters)
        return reply.code(422).send(errorList(host ? [...faults, host] : faults))
      }
      const stored = id
        ? await db.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst()
        : undefined
      const form = {
        configuration_method: 'dynamic_form',
        engine,
        driver,
        parameters,
        server_cert: parsed.value.server_cert,
        ssh_tunnel: parsed.value.ssh_tunnel,
      } as const
      const draft = connectionChecks.read(form, stored?.is_embedded ? undefined : stored)
      if (draft) await connectionChecks.connect(draft)
      return { message: 'OK' }
    },
  )
}

/** Connection errors are sent with their type, field errors with the names of the fields. */
function connectionFault(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof AppError) || error.fields || !/^(CONNECTION_|GENERIC_DB)/.test(error.code)) throw error
  return reply.code(error.status).send(errorBody(error, 'B'))
}

/** The errors of a request's fields, one per field, sorted by name. */
const faultsOfFields = (fields: FieldErrors): AppError[] =>
  Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, messages]) => {
      const [message] = [messages].flat()
      const text = typeof message === 'string' ? message : JSON.stringify(message)
      return new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 422, text, { extra: { invalid: [name] }, level: 'error' })
    })

/**
 * Errors for missing and invalid parameters, with the messages of the contract.
 * @throws AppError 422 for an engine without parameters
 */
function faultsOfParameters(engine: string, parameters: Record<string, unknown>): AppError[] {
  const dialect = dialectOfEngine(engine)
  // throws an error, because the engine is unknown
  if (!dialect) uriOfParameters(engine, null, parameters)
  const checked = dialect ? checkOptions(dialect.connection, parameters) : { ok: true as const }
  if (checked.ok) return []
  const faults: AppError[] = []
  const missing = checked.missing.sort()
  if (missing.length > 0) {
    const message = `One or more parameters are missing: ${missing.join(', ')}`
    faults.push(
      new AppError('CONNECTION_MISSING_PARAMETERS_ERROR', 422, message, { extra: { missing }, level: 'warning' }),
    )
  }
  const invalid = (message: string, names: string[]) =>
    new AppError(
      names.includes('port') ? 'CONNECTION_INVALID_PORT_ERROR' : 'INVALID_PAYLOAD_SCHEMA_ERROR',
      422,
      message,
      {
        extra: { invalid: names },
        level: 'error',
      },
    )
  if (checked.invalid.includes('port')) {
    if (!Number.isInteger(Number(parameters['port']))) faults.push(invalid('Port must be a valid integer.', ['port']))
    faults.push(invalid('The port must be an integer between 0 and 65535 (inclusive).', ['port']))
  }
  const others = checked.invalid.filter((name) => name !== 'port')
  if (others.length > 0) faults.push(invalid(`Invalid parameters: ${others.join(', ')}`, others))
  return faults
}
