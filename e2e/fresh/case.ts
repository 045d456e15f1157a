import type { Machine, NodeRelease } from './machine.ts'
import { Missing } from './missing.ts'

/** A tree on which a first start has succeeded, with the home of that start. */
export interface Installed {
  tree: string
  bin: string
  home: string
}

export interface Session {
  machine: Machine
  /** Trees by the name of the case that installed them. */
  installed: Map<string, Installed>
}

export interface Case {
  name: string
  /** Programs that the case needs; it is skipped without them. */
  needs?: string[]
  /** Skipped if the tests do not run as root. */
  needsRoot?: boolean
  /** Skipped if npm's registry does not respond. */
  needsRegistry?: boolean
  /** Throws if something is wrong; returns what was measured. */
  run: (session: Session) => Promise<string>
}

/** The tree that the case of this name installed. */
export function installedBy({ installed }: Session, name: string): Installed {
  const found = installed.get(name)
  if (!found) throw new Missing(`the case "${name}" has installed nothing`)
  return found
}

export const seconds = (value: number) => `${value.toFixed(1)} s`

/** The oldest Node that is supported, and one that runs the server itself. */
export const oldest: NodeRelease = { node: '18.20.8', npm: '9.9.4' }
export const newest: NodeRelease = { node: '24.21.0', npm: '11.21.2' }

export const releaseName = ({ node, npm }: NodeRelease) => `Node ${node}, npm ${npm}`
