import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { DatabaseMapping } from '../../model/bundle/importPlan.ts'
import { AppError } from '../../model/errors/errors.ts'
import { isRecord, parseJson } from '../../model/wire/json.ts'
import { fileFormFailure } from '../formFields.ts'
import type { ImportSecrets } from './order.ts'

/** The fields of an import form. */
export interface BundleUpload extends Required<ImportSecrets> {
  /** undefined: the form has no such file. */
  bundle: Buffer | undefined
  overwrite: boolean
  mapping: DatabaseMapping
}

const maxFieldBytes = 64 * 1024

/** The form, for the API description: objects are JSON texts. */
export const importForm = (fileField: string) =>
  z.object({
    [fileField]: z.file(),
    overwrite: z.enum(['true', 'false']).optional(),
    passwords: z.string().optional(),
    ssh_tunnel_passwords: z.string().optional(),
    ssh_tunnel_private_keys: z.string().optional(),
    ssh_tunnel_private_key_passwords: z.string().optional(),
    mapping: z.string().optional(),
  })

/**
 * Reads an import form: the bundle in `fileField`, `overwrite`, and the secrets that bundles do not contain. Other
 * fields are ignored.
 */
export async function readUpload(request: FastifyRequest, fileField: string, maxBytes: number): Promise<BundleUpload> {
  if (!request.isMultipart())
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, "Request MIME type is not 'multipart/form-data'")
  const fields = new Map<string, string>()
  let bundle: Buffer | undefined
  const limits = { fileSize: maxBytes, files: 2, fields: 20, fieldSize: maxFieldBytes, parts: 22 }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname === fileField) bundle = bytes
      } else if (typeof part.value === 'string') fields.set(part.fieldname, part.value)
    }
  } catch (error) {
    throw fileFormFailure(error)
  }
  const secretsIn = (name: string) => secretsOf(name, fields.get(name))
  return {
    bundle,
    overwrite: fields.get('overwrite') === 'true',
    mapping: mappingOf(fields.get('mapping')),
    passwords: secretsIn('passwords'),
    tunnelPasswords: secretsIn('ssh_tunnel_passwords'),
    tunnelKeys: secretsIn('ssh_tunnel_private_keys'),
    tunnelKeyPasswords: secretsIn('ssh_tunnel_private_key_passwords'),
  }
}

/** `{"databases/x.yaml": {"database_id": 3, "schemas": {"public": "main"}}}` */
function mappingOf(text: string | undefined): DatabaseMapping {
  if (text === undefined || text === '') return {}
  try {
    return DatabaseMapping.parse(parseJson(text))
  } catch (error) {
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, '`mapping` must be a JSON object of databases.', {
      cause: error,
    })
  }
}

/** `{"databases/x.yaml": "secret"}` */
function secretsOf(name: string, text: string | undefined): Record<string, string> {
  if (text === undefined || text === '') return {}
  try {
    const value: unknown = parseJson(text)
    if (isRecord(value))
      return Object.fromEntries(Object.entries(value).filter(([, secret]) => typeof secret === 'string')) as Record<
        string,
        string
      >
  } catch {
    // reported below
  }
  throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, `\`${name}\` must be a JSON object of strings.`)
}
