/** A table as its metadata describe it. */
export interface DescribedTable {
  name: string
  columns: readonly { name: string }[]
  primaryKey: readonly string[]
  foreignKeys: readonly {
    columns: readonly string[]
    referredSchema: string | null
    referredTable: string
    referredColumns: readonly string[]
  }[]
}

export interface KeyPair {
  /** column of the earlier table */
  left: string
  /** column of the joined table */
  right: string
}

export interface KeySuggestion {
  keys: KeyPair[]
  because: 'foreignKey' | 'names'
}

/**
 * The columns by which two tables of one database are probably related: a foreign key in either direction, else names
 * (`customer_id` and `customers.id`, or the same name); undefined if nothing fits.
 */
export function suggestKeys(left: DescribedTable, right: DescribedTable): KeySuggestion | undefined {
  const declared =
    keysOfReference(left, right) ??
    keysOfReference(right, left)?.map((pair) => ({ left: pair.right, right: pair.left }))
  if (declared) return { keys: declared, because: 'foreignKey' }
  const named = keyByName(left, right) ?? turned(keyByName(right, left)) ?? sameName(left, right)
  return named && { keys: [named], because: 'names' }
}

function keysOfReference(from: DescribedTable, to: DescribedTable): KeyPair[] | undefined {
  const key = from.foreignKeys.find(({ referredTable }) => referredTable === to.name)
  if (!key) return undefined
  const targets = key.referredColumns.length > 0 ? key.referredColumns : to.primaryKey
  const pairs = key.columns.flatMap((left, at) => {
    const target = targets[at]
    return target === undefined ? [] : [{ left, right: target }]
  })
  return pairs.length === key.columns.length ? pairs : undefined
}

const turned = (pair: KeyPair | undefined): KeyPair | undefined => pair && { left: pair.right, right: pair.left }

/** A pair such as `orders.customer_id` and the key of `customers`. */
function keyByName(from: DescribedTable, to: DescribedTable): KeyPair | undefined {
  const [key = 'id', ...more] = to.primaryKey
  if (more.length > 0 || !hasColumn(to, key)) return undefined
  const wanted = new Set(
    [to.name, singular(to.name)].flatMap((name) => [`${name}_${key}`, `${name}${key}`, `${name}_id`, `${name}id`]),
  )
  const found = from.columns.find(({ name }) => wanted.has(name.toLowerCase()))
  return found && { left: found.name, right: key }
}

/** A column that both tables have, if its name says that it identifies something. */
function sameName(left: DescribedTable, right: DescribedTable): KeyPair | undefined {
  const found = left.columns.find(
    ({ name }) =>
      /(_|^)(id|key|code|no|nr|number|uuid)$/i.test(name) && name.toLowerCase() !== 'id' && hasColumn(right, name),
  )
  return found && { left: found.name, right: found.name }
}

const hasColumn = ({ columns }: DescribedTable, name: string) => columns.some((column) => column.name === name)

function singular(table: string): string {
  const name = table.toLowerCase()
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2)
  return name.endsWith('s') ? name.slice(0, -1) : name
}
