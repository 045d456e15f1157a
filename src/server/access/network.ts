const GROUPS = 8
const GROUPS_OF_A_LINE = 4

/**
 * The key by which limits count an address. An IPv6 connection can choose among 2^64 addresses (the lower half), so
 * only the upper half identifies the caller.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  const embedded = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (embedded !== undefined) return embedded
  if (!plain.includes(':')) return plain
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter((group) => group !== ''))
  // an IPv4 address at the end takes the place of two groups
  const known = [...head, ...tail].length + (plain.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, GROUPS - known)).fill('0'), ...tail]
  return groups
    .slice(0, GROUPS_OF_A_LINE)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
