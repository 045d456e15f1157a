/** The system for which packages are chosen. */

/** Whether the C library is musl (Alpine) instead of glibc. Takes some milliseconds. */
export const isMusl = () => process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime

/** Whether a list of a package's manifest (`os`, `cpu`, `libc`) allows a value; `!value` allows all others. */
function allows(list, value) {
  if (list === undefined) return true
  const names = [list].flat()
  return names.includes(value) || (names.every((name) => name.startsWith('!')) && !names.includes(`!${value}`))
}

/** Whether a package of the lock is native code for this system. */
export function isForSystem({ os, cpu, libc }, system) {
  const names = os !== undefined || cpu !== undefined
  return names && allows(os, system.platform) && allows(cpu, system.arch) && allows(libc, system.libc)
}

export const thisSystem = () => ({
  platform: process.platform,
  arch: process.arch,
  libc: process.platform === 'linux' ? (isMusl() ? 'musl' : 'glibc') : undefined,
})
