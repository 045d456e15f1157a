import { useQueries } from '@tanstack/react-query'
import { CornerUpRight } from 'lucide-react'
import type { DrillContext } from '../../charts/shared/contract.ts'
import type { GoTo } from '../../model/dashboardLinks/goTo.ts'
import { can } from '../api/bootstrap.ts'
import { goToQuery } from '../api/goTo.ts'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import type { OpenDrill } from './drillSource.ts'

const texts = defineTexts('drill.goToEntries', { goTo: 'Go to {name}' })

/** The menu entries that lead to other dashboards and charts; those that the user may not see are omitted. */
export function useGoToEntries(
  targets: readonly GoTo[],
  drill: DrillContext | null,
  onDrill: (open: OpenDrill) => void,
): MenuEntry[] {
  const t = useText()
  const offered = targets.filter(({ kind }) => kind === 'dashboard' || can('can_explore', 'Superset'))
  const found = useQueries({ queries: offered.map(goToQuery) })
  return offered.map((goTo, at): MenuEntry => {
    const name = found[at]?.data?.name
    return (
      name !== undefined && {
        label: t(texts.goTo, { name }),
        icon: <CornerUpRight size={14} />,
        onSelect: () => onDrill({ drill: drill ?? { filters: [] }, goTo }),
      }
    )
  })
}
