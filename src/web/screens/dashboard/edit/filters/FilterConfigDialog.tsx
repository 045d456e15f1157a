export function FilterConfigDialog(_props: {
  metadata: Readonly<Record<string, unknown>>
  onClose: () => void
  onSave: (patch: Record<string, unknown>) => Promise<void>
}) {
  return null
}
