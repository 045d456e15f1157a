import type { FastifyRequest } from 'fastify'
import { AppError } from '../model/errors/errors.ts'
import { isRecord, isTooManifold } from '../model/wire/json.ts'
import { checkFormField } from './access/gate.ts'
import type { Services } from './services.ts'
import { isDiskFull } from './storage/fullDisk.ts'

/** Maximum size of one field of a multipart form. */
const FIELD_BYTES = 4_000_000
const MOST_FIELDS = 100

export const tooManifold = () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'Request has too many values')

/**
 * The JSON in a field is limited like a JSON body: parsing it could block the process. Other texts are not read as
 * JSON.
 */
function checkValues(fields: Record<string, unknown>): void {
  for (const value of Object.values(fields).flat()) {
    if (typeof value === 'string' && /^\s*[[{]/.test(value) && isTooManifold(value)) throw tooManifold()
  }
}

const tooLarge = () => new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 413, 'The form is too large.')

/**
 * The error for a form that could not be read. Errors of the server are passed on, all others are errors in the form.
 */
export const formFailure = (error: unknown): unknown =>
  error instanceof AppError || isDiskFull(error)
    ? error
    : new AppError('INVALID_PAYLOAD_FORMAT_ERROR', 400, 'The form cannot be read.', { cause: error })

/** The same for a form with files. */
export const fileFormFailure = (error: unknown): unknown =>
  !(error instanceof AppError) && (error as { statusCode?: number }).statusCode === 413
    ? new AppError('GENERIC_COMMAND_ERROR', 413, 'The file is too large.', { cause: error })
    : formFailure(error)

/**
 * The fields of a posted form, urlencoded or multipart, or of a JSON object. Old clients send the same call in all
 * three forms. The route is declared with `accepts: 'any'` and `tokenInParts`, in a scope with the multipart parser.
 */
export async function formFields(services: Services, request: FastifyRequest): Promise<Record<string, unknown>> {
  if (!request.isMultipart()) {
    const body = isRecord(request.body) ? request.body : {}
    checkFormField(request, services, body['csrf_token'])
    checkValues(body)
    return body
  }
  const fields = Object.create(null) as Record<string, unknown>
  let room = services.config.limits.bodyBytes
  try {
    for await (const part of request.parts({ limits: { files: 0, fields: MOST_FIELDS, fieldSize: FIELD_BYTES } })) {
      if (part.type !== 'field') continue
      room -= String(part.value).length
      if (room < 0) throw tooLarge()
      fields[part.fieldname] = withRepeated(fields[part.fieldname], part.value)
    }
  } catch (error) {
    throw formFailure(error)
  }
  checkFormField(request, services, fields['csrf_token'])
  checkValues(fields)
  return fields
}

/** The value of a field of a form that may be sent several times, as for lists. */
export const withRepeated = (before: unknown, value: unknown): unknown =>
  before === undefined ? value : [...(Array.isArray(before) ? (before as unknown[]) : [before]), value]
