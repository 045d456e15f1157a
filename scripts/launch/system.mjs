/** The system that packages are chosen for. */

/** Alpine's C library and the like. To ask takes some milliseconds. */
export const isMusl = () => process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime

/** Whether a list of a package's manifest (`os`, `cpu`, `libc`) has this value; `!value` stands for all others. */
function allows(list, value) {
  if (list === undefined) return true
  const names = [list].flat()
  return names.includes(value) || (names.every((name) => name.startsWith('!')) && !names.includes(`!${value}`))
}

/** Whether a package of the lock is made for this very system: native parts name theirs. */
export function isForSystem({ os, cpu, libc }, system) {
  const names = os !== undefined || cpu !== undefined
  return names && allows(os, system.platform) && allows(cpu, system.arch) && allows(libc, system.libc)
}

export const thisSystem = () => ({
  platform: process.platform,
  arch: process.arch,
  libc: process.platform === 'linux' ? (isMusl() ? 'musl' : 'glibc') : undefined,
})
