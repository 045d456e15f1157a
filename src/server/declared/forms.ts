import { z } from 'zod'
import type { FormField } from '../listing/info.ts'

interface Described {
  type?: string
  format?: string
  minLength?: number
  maxLength?: number
  anyOf?: Described[]
}

/** The longest text that the contract limits; greater limits are those of this server. */
const LONGEST_TEXT = 1000

/**
 * The fields of a body in the format of `_info`, from the schema that validates it. `invalid`: the status of an invalid
 * body; resources with 422 describe no shortest length.
 */
export function formOf(body: z.ZodType | undefined, invalid?: 422): Record<string, FormField> {
  if (!(body instanceof z.ZodObject)) return {}
  const described = z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) as {
    properties?: Record<string, Described>
    required?: string[]
  }
  const required = new Set(described.required)
  return Object.fromEntries(
    Object.entries(described.properties ?? {}).map(([name, field]): [string, FormField] => {
      const { type, format, minLength, maxLength } = field.anyOf?.find((part) => part.type !== 'null') ?? field
      const isDate = format === 'date-time'
      const hasLength = maxLength === undefined ? minLength !== undefined : maxLength <= LONGEST_TEXT
      return [
        name,
        {
          type: isDate ? 'DateTime' : (formTypes[type ?? ''] ?? 'String'),
          ...(required.has(name) ? { required: true } : {}),
          ...(hasLength ? { length: [invalid === 422 ? null : (minLength ?? null), maxLength ?? null] } : {}),
        },
      ]
    }),
  )
}

const formTypes: Record<string, FormField['type']> = {
  array: 'List',
  boolean: 'Boolean',
  integer: 'Integer',
  number: 'Float',
  object: 'Dict',
  string: 'String',
}
