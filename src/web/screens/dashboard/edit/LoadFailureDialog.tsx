import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import type { LoadFailure } from './useStoredMetadata.ts'

interface LoadFailureDialogProps {
  /** title of the dialog that this one replaces */
  title: string
  failure: LoadFailure
  onClose: () => void
}

export function LoadFailureDialog({ title, failure: { message, retry }, onClose }: LoadFailureDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} width={480}>
      <ErrorPanel message={message} onRetry={retry} />
    </Dialog>
  )
}
