import { useMemo } from 'react'
import { currentUser, displayName } from '../api/bootstrap.ts'
import type { Listable } from '../api/list.ts'
import { related } from '../api/related.ts'
import type { LoadOptions, SelectOption } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { FilterDefinition } from './listDefinition.ts'
import type { FilterValue } from './listState.ts'

const texts = defineTexts('listFilters', {
  owner: 'Owner',
  createdBy: 'Created by',
  modifiedBy: 'Modified by',
  favorite: 'Favorite',
  certified: 'Certified',
  yes: 'Yes',
  no: 'No',
})

type CommonFilter = 'owner' | 'createdBy' | 'modifiedBy' | 'favorite' | 'certified'

/** Filters that several lists share, with the operators of each resource. */
export function useCommonFilters(resource: Listable): Record<CommonFilter, FilterDefinition> {
  const t = useText()
  return useMemo(() => {
    const yesNo: SelectOption<FilterValue>[] = [
      { value: true, label: t(texts.yes) },
      { value: false, label: t(texts.no) },
    ]
    return {
      owner: {
        key: 'owner',
        label: t(texts.owner),
        load: meFirst(related(resource, 'owners')),
        toFilter: (value) => ({ col: 'owners', opr: 'rel_m_m', value }),
      },
      createdBy: {
        key: 'createdBy',
        label: t(texts.createdBy),
        load: meFirst(related(resource, 'created_by')),
        toFilter: (value) => ({ col: 'created_by', opr: 'rel_o_m', value }),
      },
      modifiedBy: {
        key: 'modifiedBy',
        label: t(texts.modifiedBy),
        load: meFirst(related(resource, 'changed_by')),
        toFilter: (value) => ({ col: 'changed_by', opr: 'rel_o_m', value }),
      },
      favorite: {
        key: 'favorite',
        label: t(texts.favorite),
        options: yesNo,
        toFilter: (value) => ({ col: 'id', opr: `${resource}_is_favorite`, value }),
      },
      certified: {
        key: 'certified',
        label: t(texts.certified),
        options: yesNo,
        toFilter: (value) => ({ col: 'id', opr: `${resource}_is_certified`, value }),
      },
    }
  }, [resource, t])
}

/** Lists of users have the current user first. */
function meFirst(load: LoadOptions<number>): LoadOptions<FilterValue> {
  return async (search, page, signal) => {
    const answer = await load(search, page, signal)
    const me = { value: currentUser.userId ?? 0, label: displayName(currentUser) }
    if (page > 0 || search !== '' || currentUser.userId === undefined) return answer
    return { ...answer, options: [me, ...answer.options.filter((option) => option.value !== me.value)] }
  }
}
