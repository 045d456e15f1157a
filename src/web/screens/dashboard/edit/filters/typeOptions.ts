import type { EditedFilterType, EditedFilterTypes } from '../../../../../filters/editing.ts'
import { hasFlag } from '../../../../api/bootstrap.ts'
import type { SelectOption } from '../../../../ui/select/options.ts'

interface TypeOptionsInput {
  chosen: EditedFilterType
  /** whether a dataset of the dashboard has a temporal column */
  withTimes: boolean
  /** shown at a type that requires a temporal column if there is none */
  missing: string
}

/** The filter types as options of the type picker: all but those whose feature flag is off. */
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
