import type { AvailableDatabase, ConnectionFormField, DatabaseItem } from '../../model/database/databaseAnswers.ts'
import type { SshTunnelAnswer, SshTunnelForm } from '../../model/database/sshTunnelForm.ts'
import { isRecord, parseJson, parseObject } from '../../model/wire/json.ts'
import type { DatabaseBody } from '../api/databases.ts'

/** Switches that are columns of a database. */
export interface DatabaseSwitches {
  expose_in_sqllab: boolean
  allow_ctas: boolean
  allow_cvas: boolean
  allow_dml: boolean
  allow_run_async: boolean
  allow_file_upload: boolean
  impersonate_user: boolean
}

/** A database while it is being connected or changed. */
export interface DatabaseDraft extends DatabaseSwitches {
  /** absent: a new one */
  id?: number
  /** the product; undefined if only an address is known */
  product: AvailableDatabase | undefined
  /** the features of its engine, if they are known */
  engineInformation: AvailableDatabase['engine_information'] | undefined
  /** `dynamic_form`: by parameters; `sqlalchemy_form`: by an address */
  method: 'dynamic_form' | 'sqlalchemy_form'
  database_name: string
  parameters: Record<string, unknown>
  sqlalchemy_uri: string
  cache_timeout: number | null
  force_ctas_schema: string
  server_cert: string
  /** JSON texts, which may be invalid during typing */
  masked_encrypted_extra: string
  metadata_params: string
  engine_params: string
  /** the SSH server through which it is reached */
  ssh_tunnel: TunnelDraft | undefined
  /** the other settings of the column `extra` */
  extra: Record<string, unknown>
}

/** An SSH tunnel as it is being edited. */
export interface TunnelDraft {
  server_address: string
  server_port: number | null
  username: string
  login: 'password' | 'key'
  password: string
  private_key: string
  private_key_password: string
  /** whether it is saved with the database */
  isStored: boolean
}

const SSH_PORT = 22

export const newTunnel: TunnelDraft = {
  server_address: '',
  server_port: SSH_PORT,
  username: '',
  login: 'password',
  password: '',
  private_key: '',
  private_key_password: '',
  isStored: false,
}

/** The fields of a tunnel that are still empty, by the names that the dialog uses for their errors. */
export function emptyTunnelFields({ ssh_tunnel: tunnel }: DatabaseDraft): string[] {
  if (tunnel === undefined) return []
  const names = ['server_address', 'username', tunnel.login === 'password' ? 'password' : 'private_key'] as const
  return names.filter((name) => tunnel[name].trim() === '').map((name) => `ssh_tunnel.${name}`)
}

const tunnelOf = (stored: SshTunnelAnswer): TunnelDraft => ({
  server_address: stored.server_address,
  server_port: stored.server_port,
  username: stored.username,
  login: stored.private_key === null ? 'password' : 'key',
  password: stored.password ?? '',
  private_key: stored.private_key ?? '',
  private_key_password: stored.private_key_password ?? '',
  isStored: true,
})

const sentTunnel = (tunnel: TunnelDraft): SshTunnelForm => ({
  server_address: tunnel.server_address.trim(),
  server_port: tunnel.server_port ?? SSH_PORT,
  username: tunnel.username.trim(),
  ...(tunnel.login === 'password'
    ? { password: tunnel.password }
    : { private_key: tunnel.private_key, private_key_password: tunnel.private_key_password }),
})

export function newDraft(product: AvailableDatabase | undefined): DatabaseDraft {
  const hasForm = product?.form !== undefined
  return {
    product,
    engineInformation: product?.engine_information,
    method: hasForm ? 'dynamic_form' : 'sqlalchemy_form',
    database_name: product?.name ?? '',
    parameters: {},
    sqlalchemy_uri: '',
    expose_in_sqllab: true,
    allow_ctas: false,
    allow_cvas: false,
    allow_dml: false,
    allow_run_async: false,
    allow_file_upload: false,
    impersonate_user: false,
    cache_timeout: null,
    force_ctas_schema: '',
    server_cert: '',
    masked_encrypted_extra: '',
    metadata_params: '{}',
    engine_params: '{}',
    ssh_tunnel: undefined,
    extra: { allows_virtual_table_explore: true },
  }
}

const shownJson = (value: unknown) => JSON.stringify(isRecord(value) ? value : {}, null, 2)

export function draftOf(item: DatabaseItem, products: readonly AvailableDatabase[]): DatabaseDraft {
  const product = products.find(({ backend }) => backend === item.backend)
  const isForm = item.configuration_method === 'dynamic_form' && product?.form !== undefined
  const { metadata_params, engine_params, ...extra } = parseObject(item.extra)
  return {
    id: item.id,
    product,
    engineInformation: item.engine_information,
    method: isForm ? 'dynamic_form' : 'sqlalchemy_form',
    database_name: item.database_name,
    parameters: item.parameters,
    sqlalchemy_uri: item.sqlalchemy_uri,
    expose_in_sqllab: item.expose_in_sqllab,
    allow_ctas: item.allow_ctas,
    allow_cvas: item.allow_cvas,
    allow_dml: item.allow_dml,
    allow_run_async: item.allow_run_async,
    allow_file_upload: item.allow_file_upload,
    impersonate_user: item.impersonate_user,
    cache_timeout: item.cache_timeout,
    force_ctas_schema: item.force_ctas_schema ?? '',
    server_cert: item.server_cert ?? '',
    masked_encrypted_extra: item.masked_encrypted_extra === '{}' ? '' : (item.masked_encrypted_extra ?? ''),
    metadata_params: shownJson(metadata_params),
    engine_params: shownJson(engine_params),
    ssh_tunnel: item.ssh_tunnel && tunnelOf(item.ssh_tunnel),
    extra,
  }
}

/** The connection of a draft in the format of the API. */
export function connectionOf(draft: DatabaseDraft): DatabaseBody {
  const more = {
    database_name: draft.database_name.trim() || undefined,
    server_cert: draft.server_cert,
    masked_encrypted_extra: draft.masked_encrypted_extra.trim() || '{}',
    impersonate_user: draft.impersonate_user,
    extra: extraOf(draft),
    ...(draft.ssh_tunnel ? { ssh_tunnel: sentTunnel(draft.ssh_tunnel) } : {}),
  }
  if (draft.method === 'sqlalchemy_form')
    return { ...more, configuration_method: 'sqlalchemy_form', sqlalchemy_uri: draft.sqlalchemy_uri.trim() }
  return {
    ...more,
    configuration_method: 'dynamic_form',
    engine: draft.product?.engine,
    driver: draft.product?.default_driver,
    parameters: sentParameters(draft.product?.form ?? [], draft.parameters),
  }
}

/** The parameters after a change of a field. A JSON file also provides the value of a field that is still empty. */
export function withValue(
  parameters: Record<string, unknown>,
  { name, json_file: file }: ConnectionFormField,
  value: unknown,
): Record<string, unknown> {
  const next = { ...parameters, [name]: value }
  const { fills, from } = file ?? {}
  if (fills === undefined || from === undefined || typeof value !== 'string' || !isEmptyValue(parameters[fills]))
    return next
  const found = objectOf(value)?.[from]
  return typeof found === 'string' ? { ...next, [fills]: found } : next
}

const isEmptyValue = (value: unknown) => value === undefined || value === null || value === ''

/** Whether nothing was entered for the connection yet. */
export const isUntouched = ({ parameters }: DatabaseDraft): boolean => Object.values(parameters).every(isEmptyValue)

/** The parameters that are sent: those of the form's fields, without empty ones. Integers are sent as numbers. */
function sentParameters(form: readonly ConnectionFormField[], parameters: Record<string, unknown>) {
  return Object.fromEntries(
    form.flatMap(({ name, type }): [string, unknown][] => {
      const value = parameters[name]
      if (isEmptyValue(value)) return []
      // an invalid port is sent unchanged, so that the server returns its error message
      if (type === 'integer' && typeof value === 'string') return [[name, /^\d+$/.test(value) ? Number(value) : value]]
      return [[name, value]]
    }),
  )
}

/** Undefined if the text is not a JSON object; an empty text is an empty object. */
function objectOf(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function extraOf({ extra, metadata_params, engine_params }: DatabaseDraft): string {
  return JSON.stringify({
    metadata_cache_timeout: {},
    schemas_allowed_for_file_upload: [],
    ...extra,
    metadata_params: objectOf(metadata_params) ?? {},
    engine_params: objectOf(engine_params) ?? {},
  })
}

/** The body of a save: it contains the connection only if it was changed, because the server then tests it again. */
export function changesOf(draft: DatabaseDraft, stored: DatabaseDraft): DatabaseBody {
  const { extra: _new, ...connection } = connectionOf(draft)
  const { extra: _old, ...before } = connectionOf(stored)
  const { database_name: name, impersonate_user: _who, ...parts } = connection
  const { database_name: _name, impersonate_user: _was, ...storedParts } = before
  const isSame = JSON.stringify(parts) === JSON.stringify(storedParts)
  return { ...(isSame ? {} : parts), database_name: name, ...settingsOf(draft) }
}

/** The settings of a draft in the format of the API. */
export function settingsOf(draft: DatabaseDraft): DatabaseBody {
  return {
    expose_in_sqllab: draft.expose_in_sqllab,
    allow_ctas: draft.allow_ctas,
    allow_cvas: draft.allow_cvas,
    allow_dml: draft.allow_dml,
    allow_run_async: draft.allow_run_async,
    allow_file_upload: draft.allow_file_upload,
    impersonate_user: draft.impersonate_user,
    cache_timeout: draft.cache_timeout,
    force_ctas_schema: draft.force_ctas_schema.trim() || null,
    extra: extraOf(draft),
  }
}

type JsonField = 'masked_encrypted_extra' | 'metadata_params' | 'engine_params'

/** The fields whose text is not a JSON object. */
export function invalidJson(draft: DatabaseDraft): JsonField[] {
  const fields: JsonField[] = ['masked_encrypted_extra', 'metadata_params', 'engine_params']
  return fields.filter((field) => objectOf(draft[field]) === undefined)
}

/** `a=1&b=2` -> a map; the text that is being typed is stored separately. */
export const parseParameters = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function formatParameters(value: unknown): string {
  const pairs = isRecord(value) ? Object.entries(value).map(([key, each]) => [key, String(each)]) : []
  return new URLSearchParams(pairs).toString()
}

/** The schemas of a comma-separated list. */
export const parseSchemas = (text: string): string[] =>
  text
    .split(',')
    .map((schema) => schema.trim())
    .filter((schema) => schema !== '')
