import type { EditedFilterType, EditedFilterTypes } from '../../../../../filters/editing.ts'
import { hasFlag } from '../../../../api/bootstrap.ts'
import type { SelectOption } from '../../../../ui/select/options.ts'

interface TypeOptionsInput {
  chosen: EditedFilterType
  /** whether a dataset of the dashboard has a temporal column */
  withTimes: boolean
  /** shown if a type requires one */
  missing: string
}

/** Every filter type, as an option of the type picker. */
export const typeOptions = (
  types: EditedFilterTypes,
  { chosen, withTimes, missing }: TypeOptionsInput,
): SelectOption<string>[] =>
  [...types.values()]
    .filter(({ definition, flag }) => flag === undefined || hasFlag(flag) || definition === chosen.definition)
    .map(({ definition, needsTime }) => ({
      value: definition.type,
      label: definition.name,
      ...(needsTime && !withTimes && definition !== chosen.definition ? { disabled: true, hint: missing } : {}),
    }))
