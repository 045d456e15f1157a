import { Pencil } from 'lucide-react'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useEditMode } from '../editMode.ts'

const texts = defineTexts('dashboard.editButton', { edit: 'Edit dashboard' })

/** Enters edit mode, for users with permission. */
export function EditButton() {
  const t = useText()
  const mode = useEditMode()
  return mode ? (
    <Button icon={<Pencil size={14} />} onClick={mode.enter}>
      {t(texts.edit)}
    </Button>
  ) : null
}
