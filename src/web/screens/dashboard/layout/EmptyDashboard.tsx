import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'

const texts = defineTexts('dashboard.empty', {
  dashboard: 'There are no charts added to this dashboard',
  dashboardText: 'Go to the edit mode to configure the dashboard and add charts',
  edit: 'Edit the dashboard',
  tab: 'There are no components added to this tab',
  tabText: 'You can add the components in the edit mode.',
})

export default function EmptyDashboard({ isTab }: { isTab: boolean }) {
  const t = useText()
  const mode = useEditMode()
  return (
    <EmptyState
      title={t(isTab ? texts.tab : texts.dashboard)}
      text={mode ? t(isTab ? texts.tabText : texts.dashboardText) : undefined}
      actions={mode ? <Button onClick={mode.enter}>{t(texts.edit)}</Button> : undefined}
    />
  )
}
