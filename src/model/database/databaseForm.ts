import { z } from 'zod'
import { flag, id, jsonText, seconds, text } from '../wire/fields.ts'
import { parseObject } from '../wire/json.ts'
import { SshTunnelForm } from './sshTunnelForm.ts'

const maybeFlag = flag.optional()

/**
 * Keys that Apache Superset accepts here. None of them has an effect, but an unknown key is probably a typo.
 */
const metadataParams = new Set(['bind', 'schema', 'quote_schema', 'naming_convention', 'info'])

/** The JSON text with additional settings of a database. */
const extra = z.string().superRefine((text, context) => {
  const fault = text === '' ? undefined : faultOfJson(text)
  if (fault !== undefined) {
    context.addIssue({ code: 'custom', message: `Field cannot be decoded by JSON. ${fault}` })
    return
  }
  const { metadata_params: params } = parseObject(text)
  const wrong = Object.keys(typeof params === 'object' && params !== null ? params : {}).find(
    (key) => !metadataParams.has(key),
  )
  if (wrong === undefined) return
  const message = `The metadata_params in Extra field is not configured correctly. The key ${wrong} is invalid.`
  context.addIssue({ code: 'custom', message })
})

function faultOfJson(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return String((error as Error).message)
  }
}

/** How a connection is specified: an address, or an engine with its parameters. */
const connection = {
  sqlalchemy_uri: text(1, 1024).optional(),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']).optional(),
  engine: z.string().nullish(),
  driver: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  extra: extra.nullish(),
  masked_encrypted_extra: jsonText.nullish(),
  encrypted_extra: jsonText.nullish(),
  server_cert: z.string().nullish(),
  impersonate_user: maybeFlag,
  ssh_tunnel: SshTunnelForm.nullish(),
}
export type ConnectionForm = z.infer<z.ZodObject<typeof connection>>

const settings = {
  cache_timeout: seconds.nullish(),
  expose_in_sqllab: maybeFlag,
  allow_run_async: maybeFlag,
  allow_file_upload: maybeFlag,
  allow_ctas: maybeFlag,
  allow_cvas: maybeFlag,
  allow_dml: maybeFlag,
  force_ctas_schema: text(0, 250).nullish(),
  is_managed_externally: maybeFlag,
  external_url: z.string().nullish(),
}

/** Bodies of `POST` and `PUT /api/v1/database/`. As in the contract, unknown fields are ignored. */
export const DatabaseCreate = z.object({
  database_name: text(1, 250),
  uuid: z.uuid().optional(),
  ...connection,
  ...settings,
})
export type DatabaseCreate = z.infer<typeof DatabaseCreate>
export const DatabaseUpdate = z.object({ database_name: text(1, 250).optional(), ...connection, ...settings })
export type DatabaseUpdate = z.infer<typeof DatabaseUpdate>

/** Body of `POST /api/v1/database/test_connection/`. */
export const DatabaseTest = z.strictObject({
  database_name: text(1, 250).nullish(),
  ...connection,
})
export type DatabaseTest = z.infer<typeof DatabaseTest>

/** Body of `POST /api/v1/database/validate_parameters/`. */
export const DatabaseParameters = z.strictObject({
  engine: z.string(),
  configuration_method: z.enum(['sqlalchemy_form', 'dynamic_form']),
  driver: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  catalog: z.record(z.string(), z.unknown()).optional(),
  database_name: text(1, 250).nullish(),
  id: id.nullish(),
  impersonate_user: maybeFlag,
  extra: jsonText.nullish(),
  masked_encrypted_extra: jsonText.nullish(),
  server_cert: z.string().nullish(),
  ssh_tunnel: SshTunnelForm.nullish(),
})
export type DatabaseParameters = z.infer<typeof DatabaseParameters>
