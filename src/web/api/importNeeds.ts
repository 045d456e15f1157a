import type { ImportPlan } from '../../model/bundle/importPlan.ts'
import type { ApiError } from './failure.ts'

/** What an import still needs in order to succeed (from the messages that the contract defines). */
export interface ImportNeeds {
  /** files of databases without a stored password */
  passwords: string[]
  tunnelPasswords: string[]
  tunnelKeys: string[]
  tunnelKeyPasswords: string[]
  /** files whose objects exist already */
  existing: string[]
}

const recognised: [text: string, need: Exclude<keyof ImportNeeds, 'existing'>][] = [
  ['Must provide a password for the database', 'passwords'],
  ['Must provide a password for the ssh tunnel', 'tunnelPasswords'],
  ['Must provide a private key password for the ssh tunnel', 'tunnelKeyPasswords'],
  ['Must provide a private key for the ssh tunnel', 'tunnelKeys'],
]
const existingText = 'already exists and `overwrite=true` was not passed'

/** The needs that a plan lists, and the files whose objects would be replaced. */
export function needsOfPlan({ secrets, steps }: ImportPlan): ImportNeeds | undefined {
  const errors = Object.entries(secrets).map(([file, texts]) => [file, { _schema: texts }] as const)
  const replaced = steps.filter(({ action }) => action === 'change' || action === 'same').map(({ path }) => path)
  const needs = needsOf(Object.fromEntries(errors))
  if (!needs && replaced.length === 0) return undefined
  return { ...(needs ?? noNeeds()), existing: replaced }
}

/** The needs of a rejected import; undefined unless every error is one of the known messages. */
export const importNeeds = (error: ApiError): ImportNeeds | undefined => needsOf(error.extra ?? {})

const noNeeds = (): ImportNeeds => ({
  passwords: [],
  tunnelPasswords: [],
  tunnelKeys: [],
  tunnelKeyPasswords: [],
  existing: [],
})

function needsOf(errors: Readonly<Record<string, unknown>>): ImportNeeds | undefined {
  const items = Object.entries(errors).filter(([file]) => file !== 'issue_codes')
  if (items.length === 0) return undefined
  const needs = noNeeds()
  for (const [file, complaint] of items) {
    if (typeof complaint === 'string') {
      if (!complaint.includes(existingText)) return undefined
      needs.existing.push(file)
      continue
    }
    const texts = (complaint as { _schema?: unknown })._schema
    const list: unknown[] = Array.isArray(texts) ? texts : [texts]
    for (const text of list) {
      const need = recognised.find(([known]) => typeof text === 'string' && text.includes(known))?.[1]
      if (!need) return undefined
      needs[need].push(file)
    }
  }
  return needs
}
