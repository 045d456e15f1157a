const GROUPS = 8
const GROUPS_OF_A_LINE = 4

/**
 * What an address counts as in limits. Whoever has a line with IPv6 chooses among 2^64 addresses (the last half of one),
 * so that only the first half tells callers apart.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  const embedded = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (embedded !== undefined) return embedded
  if (!plain.includes(':')) return plain
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  // an IPv4 address at the end is two groups
  const known = [...head, ...tail].length + (plain.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, GROUPS - known)).fill('0'), ...tail]
  return groups
    .slice(0, GROUPS_OF_A_LINE)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
