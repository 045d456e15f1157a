import { CircleAlert } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { UndoButtons } from '../../../../undo/UndoButtons.tsx'
import css from './FilterConfigDialog.module.css'

const texts = defineTexts('dashboard.filterConfigFooter', {
  unchanged: 'There are no changes to save',
  cancel: 'Cancel',
  save: 'Save',
  unsaved: 'There are unsaved changes.',
  sure: 'Are you sure you want to cancel?',
  keep: 'Keep editing',
  yesCancel: 'Yes, cancel',
})

interface FilterConfigFooterProps {
  steps: ComponentProps<typeof UndoButtons>['of']
  /** the first error that prevents saving the filters */
  fault: string | undefined
  isChanged: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

export function FilterConfigFooter({ steps, fault, isChanged, isSaving, onCancel, onSave }: FilterConfigFooterProps) {
  const t = useText()
  return (
    <>
      <UndoButtons of={steps} />
      {fault === undefined ? null : (
        <p className={css.fault} role="alert">
          <CircleAlert size={14} />
          {fault}
        </p>
      )}
      <Button size="md" onClick={onCancel}>
        {t(texts.cancel)}
      </Button>
      <Button
        size="md"
        variant="primary"
        busy={isSaving}
        disabledReason={isChanged ? false : t(texts.unchanged)}
        onClick={onSave}
      >
        {t(texts.save)}
      </Button>
    </>
  )
}

/** Replaces the footer if closing would lose changes. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useText()
  return (
    <>
      <div className={css.ask}>
        <Banner tone="warning">
          <b>{t(texts.unsaved)}</b> {t(texts.sure)}
        </Banner>
      </div>
      <Button size="md" onClick={onStay}>
        {t(texts.keep)}
      </Button>
      <Button size="md" variant="danger" onClick={onLeave}>
        {t(texts.yesCancel)}
      </Button>
    </>
  )
}
