import type { ConnectionField } from '../../../engine/dialects/connection.ts'
import type { Dialect } from '../../../engine/dialects/dialect.ts'
import { dialects } from '../../../engine/dialects/index.ts'
import { dialectOfEngine } from '../../databases/draft.ts'
import { engineInformation } from '../../entities/datasetObject.ts'

/** The database products that can be connected, with the data for their forms. */
export function availableDatabases() {
  const rank = ({ preferred }: Dialect) => preferred ?? Number.MAX_SAFE_INTEGER
  const all = Object.values(dialects).sort((a, b) => rank(a) - rank(b) || a.title.localeCompare(b.title))
  return all.map((dialect) => {
    const { backends, drivers, placeholder } = dialect.connection
    const engine = backends[0] ?? dialect.name
    return {
      name: dialect.title,
      engine,
      available_drivers: [...drivers],
      default_driver: drivers[0],
      preferred: dialect.preferred !== undefined,
      engine_information: engineInformation,
      ...(dialectOfEngine(engine)
        ? { sqlalchemy_uri_placeholder: placeholder, parameters: parametersSchema(dialect) }
        : {}),
    }
  })
}

const TYPES = {
  text: { type: 'string' },
  integer: { type: 'integer', format: 'int32', minimum: 0, maximum: 65_536 },
  boolean: { type: 'boolean' },
  query: { type: 'object', additionalProperties: {} },
} satisfies Record<ConnectionField['type'], object>

/** JSON schema of the connection parameters of a dialect. */
export function parametersSchema({ connection }: Dialect) {
  const properties = connection.fields.map(({ name, type, isRequired, isSecret, description }) => [
    name,
    { ...TYPES[type], description, ...(isSecret || (name === 'username' && !isRequired) ? { nullable: true } : {}) },
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: connection.fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => name)
      .sort(),
  }
}
