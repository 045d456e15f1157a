import type { Control } from './controls.ts'

/** The columns of both ends of a flow. */
export const source: Control = {
  name: 'source',
  kind: 'column',
  label: 'Source',
  query: true,
  required: true,
  description: 'The column with the names where links begin.',
}

export const target: Control = {
  name: 'target',
  kind: 'column',
  label: 'Target',
  query: true,
  required: true,
  description: 'The column with the names where links end.',
}
