import type { RowRuleCreate } from '../../../model/dataset/rowRuleForm.ts'
import type { RowRule } from '../../api/rowRules.ts'

/** A rule as it is being edited. */
export interface RowRuleDraft {
  name: string
  filter_type: 'Regular' | 'Base'
  tables: number[]
  roles: number[]
  group_key: string
  clause: string
  description: string
}

export const newRule: RowRuleDraft = {
  name: '',
  filter_type: 'Regular',
  tables: [],
  roles: [],
  group_key: '',
  clause: '',
  description: '',
}

export const draftOf = (rule: RowRule): RowRuleDraft => ({
  name: rule.name,
  filter_type: rule.filter_type,
  tables: rule.tables.map(({ id }) => id),
  roles: rule.roles.map(({ id }) => id),
  group_key: rule.group_key ?? '',
  clause: rule.clause,
  description: rule.description ?? '',
})

/** The body of a save; undefined while a required field is empty. */
export function bodyOf(draft: RowRuleDraft): RowRuleCreate | undefined {
  const [name, clause] = [draft.name.trim(), draft.clause.trim()]
  if (name === '' || clause === '' || draft.tables.length === 0) return undefined
  return {
    name,
    filter_type: draft.filter_type,
    tables: draft.tables,
    roles: draft.roles,
    group_key: draft.group_key.trim() || null,
    clause,
    description: draft.description.trim() || null,
  }
}
