import type { KnownChart } from './shared/contract.ts'

/** Saved types that are known but not supported yet. A type that gets a folder is removed from this list. */
export const notDrawn: readonly KnownChart[] = []
