/** The path of an address if it is on our own site; an absolute address must have our origin. */
export function ownPath(address: string, ownOrigin: string): string | undefined {
  if (address === '' || /[\\\s]/.test(address) || !URL.canParse(address, ownOrigin)) return undefined
  const target = new URL(address, ownOrigin)
  if (target.origin !== ownOrigin || target.pathname.startsWith('//')) return undefined
  return `${target.pathname}${target.search}${target.hash}`
}
