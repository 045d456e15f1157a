import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import { useShell } from './shellState.ts'

const dialogs = { shortcuts: ShortcutsDialog, signOut: SignOutDialog }

/** The dialog that is open on every page. */
export default function ShellDialog() {
  const { dialog } = useShell()
  const Open = dialog && dialogs[dialog]
  return Open ? <Open onClose={() => useShell.setState({ dialog: undefined })} /> : null
}
