import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../model/errors/errors.ts'
import { formFields } from '../formFields.ts'
import type { Services } from '../services.ts'
import { labelsOf } from './envelope.ts'

/** Responses and forms of the calls of very old clients for single objects: `/savedqueryviewapi/api/create`. */

type Row = Record<string, unknown>

export const ModelItem = z.strictObject({
  include_columns: z.array(z.string()),
  label_columns: z.record(z.string(), z.string()),
  modelview_name: z.string(),
  pk: z.string(),
  result: z.record(z.string(), z.unknown()),
})

export const ModelSaved = z.strictObject({
  item: z.record(z.string(), z.unknown()),
  message: z.enum(['Added Row', 'Changed Row']),
  severity: z.literal('success'),
})

export const ModelDeleted = z.strictObject({ message: z.literal('Deleted Row'), severity: z.literal('success') })

/** Options of a picker: rows, or values of a relation. */
export const ModelChoices = z.array(z.strictObject({ id: z.int(), text: z.string() }))

export const addedRow = (item: Row) => ({ item, message: 'Added Row' as const, severity: 'success' as const })
export const changedRow = (item: Row) => ({ item, message: 'Changed Row' as const, severity: 'success' as const })
export const deletedRow = { message: 'Deleted Row' as const, severity: 'success' as const }

interface Shown {
  /** Name of the view in the contract: `SavedQueryViewApi`. */
  name: string
  columns: readonly string[]
  /** Columns with a label. `labels`: labels that do not follow from the name of the column. */
  labelled: readonly string[]
  labels?: Readonly<Record<string, string>>
}

export const modelItem = ({ name, columns, labelled, labels }: Shown, id: number, result: Row) => ({
  include_columns: [...columns],
  label_columns: { ...labelsOf(labelled), ...labels },
  modelview_name: name,
  pk: String(id),
  result,
})

/** How a route with such a form is configured: urlencoded, multipart or JSON. */
export const formConfig = { errors: 'C', accepts: 'any', tokenInParts: true, answer: ModelSaved } as const

/** How a route that deletes is configured: it reads no fields, so the gate checks the token. */
export const deleteConfig = { errors: 'C', accepts: 'any', answer: ModelDeleted } as const

/**
 * The fields of a form by a schema. Further fields, such as the CSRF token, are ignored. `lists`: fields that are
 * lists; a form sends a single value as text, and an empty list as an empty text.
 * @throws AppError 400 that names the wrong field
 */
export async function readModelForm<Schema extends z.ZodObject>(
  services: Services,
  request: FastifyRequest,
  schema: Schema,
  lists: readonly string[] = [],
): Promise<z.output<Schema>> {
  const fields = await formFields(services, request)
  const sent = (name: string) => (lists.includes(name) ? asList(fields[name]) : fields[name])
  const names = Object.keys(schema.shape).filter((name) => Object.hasOwn(fields, name))
  const known = Object.fromEntries(names.map((name) => [name, sent(name)]))
  const parsed = schema.safeParse(known)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw wrongForm(`The field ${issue?.path.join('.')} is not valid.`)
}

const asList = (value: unknown) => (Array.isArray(value) ? value : value === '' ? [] : [value])

export const wrongForm = (message: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message)

/** Errors of fields as the one sentence that these clients show. */
export async function inOneSentence<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields) throw error
    const [text] = Object.values(error.fields).flat()
    if (typeof text !== 'string') throw error
    throw new AppError(error.code, error.status, text, { cause: error })
  }
}
