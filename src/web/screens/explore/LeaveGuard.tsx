import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { defineTexts, useText } from '../../ui/text.ts'

const texts = defineTexts('explore.leave', {
  question:
    'You have unsaved changes. This browser stores them, and you can restore them the next time you open this chart. Other users do not see them.',
  title: 'Leave the chart?',
  leave: 'Leave',
})

/** Asks before leaving unsaved changes. A reload needs no confirmation: its address restores everything. */
export function LeaveGuard({ isNeeded }: { isNeeded: boolean }) {
  const t = useText()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: false,
    disabled: !isNeeded,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={t(texts.title)}
      confirmLabel={t(texts.leave)}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {t(texts.question)}
    </ConfirmDialog>
  )
}
