import { EmptyState } from '../../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'

const texts = defineTexts('dashboard.empty', {
  dashboard: 'There are no charts added to this dashboard',
  tab: 'There are no components added to this tab',
})

export function EmptyDashboard({ isTab }: { isTab: boolean }) {
  const t = useText()
  return <EmptyState title={t(isTab ? texts.tab : texts.dashboard)} />
}
