import { BlockList, isIP } from 'node:net'

/** Addresses of databases inside an organization. The word `private` allows all of them. */
const INSIDE = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
] as const

/**
 * Addresses that no database has: other names of this machine, link-local (cloud metadata services), multicast,
 * tunnels.
 */
const NEVER_MEANT = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
] as const

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', length] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family)
  }
  return list
}

const inside = blockList(INSIDE)
const refused = blockList([...INSIDE, ...NEVER_MEANT])

/** An IPv4 address mapped into IPv6 is treated as IPv4. */
const bare = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const contains = (list: BlockList, address: string) =>
  list.check(bare(address), isIP(bare(address)) === 6 ? 'ipv6' : 'ipv4')

/** The hosts that an administrator allows in addition to the public internet. */
export interface AllowedHosts {
  allows(host: string, address: string): boolean
}

/** Whether a text is an address, or a range such as `10.0.0.0/8`. */
export const isRange = (entry: string): boolean => {
  const [address = '', length] = entry.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return isIP(address) !== 0 && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
}

const isName = (entry: string) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(entry)

/** Whether an entry of the setting is valid: `private`, an address, a range, or a host name. */
export const isHostEntry = (entry: string): boolean => entry === 'private' || isRange(entry) || isName(entry)

/** Parses the entries of the setting. Public addresses are always allowed, all others only if an entry matches. */
export function allowedHosts(entries: readonly string[]): AllowedHosts {
  const ranges = blockList(entries.filter(isRange))
  const names = new Set(entries.filter((entry) => !isRange(entry)).map((entry) => entry.toLowerCase()))
  const allowsInside = names.has('private')
  return {
    allows: (host, address) =>
      isIP(bare(address)) !== 0 &&
      (!contains(refused, address) ||
        contains(ranges, address) ||
        (allowsInside && contains(inside, address)) ||
        (host.toLowerCase() !== 'private' && names.has(host.toLowerCase().replace(/\.$/, '')))),
  }
}
