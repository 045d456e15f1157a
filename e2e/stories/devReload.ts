import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { freePort } from '../../src/server/testing/freePort.ts'
import { eventually } from '../harness/dashboard.ts'
import { story } from '../harness/story.ts'

const root = resolve(import.meta.dirname, '../..')

/** A copy of the source tree with linked packages, to be changed while it runs. */
function copyTree(): string {
  const tree = mkdtempSync(join(tmpdir(), 'sextant-dev-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\n')) {
    if (!/^(src|scripts)\/|^[^/]+$/.test(file) || file === '') continue
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    cpSync(join(root, file), join(tree, file))
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
  writeFileSync(file, text.replace(from, to))
}

function stop(dev: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (dev.exitCode !== null) return done()
    dev.once('close', () => done())
    dev.kill('SIGTERM')
  })
}

const changesArrive = story(
  'npm run dev: changes of a page and of the server are loaded while the page is open',
  async ({ visit }) => {
    const tree = copyTree()
    const port = await freePort(2)
    const dev = spawn(process.execPath, ['scripts/launch.mjs', 'dev'], {
      cwd: tree,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: String(port),
        SEXTANT_HOME: join(tree, 'home'),
        SEXTANT_ADMIN_PASSWORD: 'stories-need-a-password',
        SEXTANT_EXAMPLES: 'false',
      },
    })
    let said = ''
    for (const stream of [dev.stdout, dev.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-3000)
      })
    }
    try {
      const health = async () => (await fetch(`http://127.0.0.1:${port}/health`)).text()
      await eventually(async () => {
        if (dev.exitCode !== null) throw new Error(`it ended with ${dev.exitCode}:\n${said}`)
        await health()
      }, 60_000)
      // the page has its own address, and the server is down while it restarts
      const { page } = await visit({
        expects: [/sent outside of the product/, /Failed to load resource|ERR_|WebSocket|vite/i],
      })
      // a change before the page listens is not reported again
      const listens = page.waitForEvent('console', {
        predicate: (message) => message.text().includes('[vite] connected'),
        timeout: 60_000,
      })
      const lead = 'Use the account of your workspace.'
      await page.goto(`http://localhost:${port + 1}/login/`, { timeout: 60_000 })
      await page.getByText(lead).waitFor({ timeout: 60_000 })
      await page.getByLabel('Username').fill('typed before the change')
      await listens

      change(join(tree, 'src/web/screens/signIn/SignInScreen.tsx'), lead, 'Changed while one looks.')
      await page.getByText('Changed while one looks.').waitFor({ timeout: 30_000 })

      change(join(tree, 'src/server/resources/health/routes.ts'), "'OK'", "'OK, changed'")
      await eventually(async () => {
        const answer = await health()
        if (answer !== 'OK, changed') throw new Error(`the server still says ${answer}:\n${said}`)
      }, 60_000)
    } finally {
      await stop(dev)
      rmSync(tree, { recursive: true, force: true })
    }
  },
  { alone: 'it starts a server and a bundler of its own' },
)

export const stories = [changesArrive]
