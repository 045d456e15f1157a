import { createRequire } from 'node:module'
import type { ConnectionField } from '../../../engine/dialects/connection.ts'
import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { dialects } from '../../../engine/dialects/index.ts'
import type { AvailableDatabase, ConnectionFormField } from '../../../model/database/databaseAnswers.ts'
import { dialectOfEngine } from '../../databases/draft.ts'
import { engineInformation } from '../../entities/datasetObject.ts'

/** The database products that can be connected here, with the data for their forms. */
export function availableDatabases(): AvailableDatabase[] {
  const rank = ({ preferred }: Dialect) => preferred ?? Number.MAX_SAFE_INTEGER
  const all = Object.values(dialects)
    .filter(isConnectable)
    .sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'en'))
  return all.map((dialect) => {
    const { backends, drivers, placeholder } = dialect.connection
    const engine = backends[0] ?? dialect.name
    return {
      name: dialect.title,
      engine,
      backend: dialect.name,
      available_drivers: [...drivers],
      ...(drivers[0] === undefined ? {} : { default_driver: drivers[0] }),
      preferred: dialect.preferred !== undefined,
      connect_args: [...(dialect.connection.parameters ?? [])],
      engine_information: engineInformation(dialect.name),
      ...(dialectOfEngine(engine)
        ? {
            sqlalchemy_uri_placeholder: placeholder,
            parameters: parametersSchema(dialect),
            form: formOf(dialect),
            ...(dialect.connection.note ? { note: dialect.connection.note } : {}),
          }
        : { sqlalchemy_uri_placeholder: placeholder }),
    }
  })
}

const { resolve } = createRequire(import.meta.url)

/**
 * Whether users can connect databases of this product. The embedded engine cannot be connected, because uploads create
 * its tables; others may need a package that is not installed.
 */
function isConnectable({ gate, documentation: { package: name } }: Dialect): boolean {
  if (gate === 'engine') return false
  if (name === undefined) return true
  try {
    resolve(name)
    return true
  } catch (error) {
    // a package that exports only ES modules is installed, but fails with another error
    return !(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')
  }
}

/** The fields of the form of a database, in their order. */
export const formOf = ({ connection }: Dialect): ConnectionFormField[] => connection.fields.map(formField)

const formField = ({ name, label, type, isRequired, isSecret, ...field }: ConnectionField): ConnectionFormField => ({
  name,
  label,
  type,
  is_required: isRequired,
  is_secret: isSecret,
  is_after_name: field.isAfterName === true,
  ...(field.jsonFile === undefined ? {} : { json_file: field.jsonFile }),
  ...(field.choice === undefined ? {} : { choice: field.choice }),
  ...(field.example === undefined ? {} : { example: field.example }),
  ...(field.help === undefined ? {} : { help: field.help }),
})

const TYPES = {
  text: { type: 'string' },
  integer: { type: 'integer', format: 'int32', minimum: 0, maximum: 65_536 },
  boolean: { type: 'boolean' },
  query: { type: 'object', additionalProperties: {} },
  addresses: { type: 'object', additionalProperties: {} },
} satisfies Record<ConnectionField['type'], object>

/** JSON schema of the connection parameters of a dialect. */
export function parametersSchema({ connection }: Dialect) {
  const properties = connection.fields.map(({ name, type, isRequired, isSecret, description }) => [
    name,
    { ...TYPES[type], description, ...(isSecret || (name === 'username' && !isRequired) ? { nullable: true } : {}) },
  ])
  return {
    type: 'object' as const,
    properties: Object.fromEntries(properties),
    required: connection.fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name)
      .sort(),
  }
}
