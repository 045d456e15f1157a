import { PropertiesDialog } from '../../../../dashboardProperties/PropertiesDialog.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { useEditor } from '../editStore.ts'

const texts = defineTexts('dashboard.edit.properties', {
  apply: 'Apply',
  updated: 'Dashboard properties updated',
})

interface EditedPropertiesProps {
  onClose: () => void
  onFilterMapping: () => void
}

/** The properties in edit mode: applied to the page, saved with it. */
export default function EditedProperties({ onClose, onFilterMapping }: EditedPropertiesProps) {
  const t = useText()
  const editor = useEditor()
  return (
    <PropertiesDialog
      dashboardId={editor.session.item.id}
      document={editor.document()}
      submitLabel={t(texts.apply)}
      onSubmit={(changes) => {
        editor.change(changes)
        toast.success(t(texts.updated))
        onClose()
      }}
      onFilterMapping={onFilterMapping}
      onClose={onClose}
    />
  )
}
