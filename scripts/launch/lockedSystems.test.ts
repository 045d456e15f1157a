import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const lock = join(resolve(import.meta.dirname, '../..'), 'package-lock.json')
const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as { packages: Record<string, Locked> }

interface System {
  platform: string
  arch: string
  libc?: string
}

const systems: System[] = [
  { platform: 'linux', arch: 'x64', libc: 'glibc' },
  { platform: 'linux', arch: 'arm64', libc: 'glibc' },
  { platform: 'linux', arch: 'x64', libc: 'musl' },
  { platform: 'linux', arch: 'arm64', libc: 'musl' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'win32', arch: 'arm64' },
]

/** Packages that a start needs and whose native code is in separate packages, one per system. */
const native = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { optionalDependencies = {} }]) => {
    const parts = Object.keys(optionalDependencies).map((name) => packages[`node_modules/${name}`] ?? {})
    return { path, parts: parts.filter(({ os, cpu }) => os !== undefined && cpu !== undefined) }
  })
  .filter(({ parts }) => parts.length > 0)

const isFor = ({ os, cpu, libc }: Locked, system: System) =>
  os?.includes(system.platform) && cpu?.includes(system.arch) && (libc?.includes(system.libc ?? '') ?? true)

describe('the lock', () => {
  it('has native packages of the engine, the password hash, pictures and the bundler', () => {
    expect(native.map(({ path }) => path.replace('node_modules/', '')).sort()).toEqual([
      '@duckdb/node-bindings',
      '@node-rs/argon2',
      '@resvg/resvg-js',
      'lightningcss',
      'rolldown',
    ])
  })

  describe.each(systems)('on $platform $arch $libc', (system) => {
    it.each(native)('has the native part of $path', ({ parts }) => {
      expect(parts.filter((part) => isFor(part, system))).toHaveLength(1)
    })
  })
})
