/**
 * Advanced data types of columns: texts that represent numbers in the database, such as network addresses. A filter on
 * such a column is written in words and compared as a number. Add a type to `advancedTypes`.
 */

/** A number as it is stored; IPv6 addresses do not fit into a double. */
type Stored = bigint
export type AdvancedValue = Stored | { start: Stored; end: Stored } | readonly Stored[]

export interface Converted {
  values: AdvancedValue[]
  /** `3232235520 - 3232235775` */
  display_value: string
  /** empty if all values were understood; otherwise there are no values */
  error_message: string
  valid_filter_operators: readonly string[]
}

type Outcome = { value: AdvancedValue; display: string } | { error: string }

interface AdvancedType {
  convert: (text: string) => Outcome
  operators: readonly string[]
}

const comparisons = ['EQUALS', 'GREATER_THAN_OR_EQUAL', 'GREATER_THAN', 'IN', 'LESS_THAN', 'LESS_THAN_OR_EQUAL']

/** Well-known services and their ports. */
const ports: Readonly<Record<string, readonly number[]>> = {
  ftp: [20, 21],
  ssh: [22],
  telnet: [23],
  smtp: [25],
  dns: [53],
  dhcp: [67, 68],
  tftp: [69],
  http: [80],
  pop3: [110],
  ntp: [123],
  imap: [143],
  snmp: [161, 162],
  ldap: [389],
  https: [443],
  smtps: [465],
  ldaps: [636],
  ftps: [989, 990],
  telnets: [992],
  imaps: [993],
  pop3s: [995],
  mysql: [3306],
  rdp: [3389],
  postgresql: [5432],
}
const maxPort = 65_535

function port(text: string): Outcome {
  const known = Object.hasOwn(ports, text.toLowerCase()) ? ports[text.toLowerCase()] : undefined
  const number = /^\d{1,5}$/.test(text) ? Number(text) : undefined
  const found = known ?? (number !== undefined && number <= maxPort ? [number] : undefined)
  if (!found) return { error: `'${text}' does not appear to be a port name or number` }
  return { value: found.map(BigInt), display: `[${found.join(', ')}]` }
}

/** An address, or a network in CIDR notation: a range of addresses. */
function internetAddress(text: string): Outcome {
  const error = `'${text}' does not appear to be an IPv4 or IPv6 network`
  const [address = '', prefix, ...more] = text.split('/')
  const parsed = ipv4(address) ?? ipv6(address) ?? numeric(text)
  if (!parsed || more.length > 0) return { error }
  const length = prefix === undefined ? parsed.bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (length < 0 || length > parsed.bits) return { error }
  const size = 1n << BigInt(parsed.bits - length)
  if (parsed.value % size !== 0n) return { error: `${text} has host bits set` }
  if (size === 1n) return { value: parsed.value, display: String(parsed.value) }
  const end = parsed.value + size - 1n
  return { value: { start: parsed.value, end }, display: `${parsed.value} - ${end}` }
}

interface Address {
  value: bigint
  bits: 32 | 128
}

function numeric(text: string): Address | undefined {
  if (!/^\d{1,39}$/.test(text)) return undefined
  const value = BigInt(text)
  if (value < 1n << 32n) return { value, bits: 32 }
  return value < 1n << 128n ? { value, bits: 128 } : undefined
}

function ipv4(text: string): Address | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return { value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), bits: 32 }
}

/** Eight groups of four hexadecimal digits; one `::` replaces groups of zeros, the last two may be an IPv4 address. */
function ipv6(text: string): Address | undefined {
  if (!/^[\da-f:.]{2,45}$/i.test(text) || text.split('::').length > 2) return undefined
  const [head = '', tail] = text.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  if (!before || !after) return undefined
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array<bigint>(missing).fill(0n), ...after]
  return { value: groups.reduce((sum, group) => (sum << 16n) + group, 0n), bits: 128 }
}

function groupsOf(text: string): bigint[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const groups: bigint[] = []
  for (const [at, part] of parts.entries()) {
    const embedded = at === parts.length - 1 && part.includes('.') ? ipv4(part) : undefined
    if (embedded) groups.push(embedded.value >> 16n, embedded.value & 0xffffn)
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(BigInt(`0x${part}`))
    else return undefined
  }
  return groups
}

const advancedTypes: Readonly<Record<string, AdvancedType>> = {
  internet_address: { convert: internetAddress, operators: comparisons },
  port: { convert: port, operators: comparisons },
}

export const advancedTypeNames = Object.keys(advancedTypes)

/** The numbers for values that were written in words; undefined if there is no such type. */
export function convertAdvanced(name: string, values: readonly (string | number)[]): Converted | undefined {
  const type = Object.hasOwn(advancedTypes, name) ? advancedTypes[name] : undefined
  if (!type) return undefined
  const results = values.map((value) => type.convert(String(value).trim()))
  const failed = results.find((result) => 'error' in result)
  const converted = results.flatMap((result) => ('error' in result ? [] : [result]))
  return {
    values: failed ? [] : converted.map(({ value }) => value),
    display_value: failed ? '' : converted.map(({ display }) => display).join(', '),
    error_message: failed?.error ?? '',
    valid_filter_operators: type.operators,
  }
}
