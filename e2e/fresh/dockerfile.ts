/** Runs the steps of the Dockerfile without a container engine: each stage has its own root file system. */
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, posix } from 'node:path'
import { newest } from './case.ts'
import { debianPath, debianRoot, inRoot, runWhereAllowed } from './debian.ts'
import { type Machine, runProgram } from './machine.ts'

interface Instruction {
  word: string
  rest: string
}

/** The result of a build: the root, and how a container of it starts. */
export interface Image {
  root: string
  env: Record<string, string>
  folder: string
  user: string
  volumes: string[]
  entrypoint: string[]
  command: string[]
  health: string[]
}

/** Instructions of a Dockerfile; lines that end with `\` are continued. */
export function parseDockerfile(text: string): Instruction[] {
  return text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? []
      return { word: word.toUpperCase(), rest }
    })
}

/** The official image of Node on Debian: a Debian root, Node, npm, and the user `node`. */
function nodeRoot(machine: Machine, image: string, name: string): string {
  const version = /^node:(\d+\.\d+\.\d+)-bookworm-slim$/.exec(image)?.[1]
  if (!version) throw new Error(`no root stands for the image ${image}`)
  const bin = machine.release({ node: version, npm: newest.npm })
  const root = debianRoot(machine, name)
  cpSync(join(bin, 'node'), join(root, 'usr/local/bin/node'))
  cpSync(join(bin, '../lib'), join(root, 'usr/local/lib'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
  appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
  return root
}

/** Copies a path of the context; entries of `.dockerignore` are top-level names. */
function copyContext(context: string, from: string, to: string): void {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const odd = ignored.find((entry) => /[/*!#]/.test(entry))
  if (odd) throw new Error(`.dockerignore: ${odd} is more than a name`)
  const skipped = new Set(ignored.map((entry) => join(context, entry)))
  const filter = (source: string) => !skipped.has(source)
  cpSync(join(context, from), to, { recursive: true, preserveTimestamps: true, filter })
}

/** Runs the Dockerfile of the context. Throws on an instruction that it does not know. */
export function buildImage(machine: Machine, context: string, npmCache: string): Image {
  const stages = new Map<string, Image>()
  let image: Image | undefined
  for (const { word, rest } of parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const [, base = '', name = `stage-${stages.size}`] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(rest) ?? []
      image = emptyImage(nodeRoot(machine, base, `image-${name}`))
      stages.set(name, image)
    } else if (!image) throw new Error(`${word} stands before FROM`)
    else perform({ word, rest }, { image, stages, context, npmCache })
  }
  if (!image) throw new Error('the Dockerfile has no stage')
  return image
}

const emptyImage = (root: string): Image => ({
  root,
  env: { PATH: debianPath },
  folder: '/',
  user: 'root',
  volumes: [],
  entrypoint: [],
  command: [],
  health: [],
})

interface Build {
  image: Image
  stages: Map<string, Image>
  context: string
  npmCache: string
}

function perform({ word, rest }: Instruction, build: Build): void {
  const { image } = build
  const list = () => JSON.parse(rest) as string[]
  switch (word) {
    case 'WORKDIR':
      image.folder = posix.resolve(image.folder, rest)
      mkdirSync(join(image.root, image.folder), { recursive: true })
      return
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value
      return
    case 'COPY':
      return copy(rest, build)
    case 'RUN':
      return runShell(rest, build)
    case 'USER':
      image.user = rest
      return
    case 'VOLUME':
      image.volumes.push(rest)
      return
    case 'EXPOSE':
      return
    case 'HEALTHCHECK':
      image.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
      return
    case 'ENTRYPOINT':
      image.entrypoint = list()
      return
    case 'CMD':
      image.command = list()
      return
    default:
      throw new Error(`the instruction ${word} is unknown here`)
  }
}

function copy(rest: string, { image, stages, context }: Build): void {
  const words = rest.split(/\s+/)
  const stage = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const target = join(image.root, posix.resolve(image.folder, words.pop() ?? ''))
  for (const from of words) {
    if (stage === undefined) {
      const isFolder = from === '.' || from.endsWith('/')
      copyContext(context, from, isFolder ? target : join(target, from))
    } else {
      const source = stages.get(stage)
      if (!source || !existsSync(join(source.root, from))) throw new Error(`COPY: there is no ${from} in ${stage}`)
      // like Docker, copies the content of the folder
      mkdirSync(target, { recursive: true })
      runProgram(['cp', '-a', `${join(source.root, from)}/.`, target])
    }
  }
  if (stage === undefined) runProgram(['chown', '-R', 'root:root', target])
}

/** Runs as root of the container; npm's cache is shared with the other cases. */
function runShell(script: string, { image, npmCache }: Build): void {
  const env = { ...image.env, HOME: '/root', DEBIAN_FRONTEND: 'noninteractive', npm_config_cache: '/var/npm-cache' }
  mkdirSync(join(image.root, 'var/npm-cache'), { recursive: true })
  const mounts = ['--bind', npmCache, '/var/npm-cache']
  runWhereAllowed(inRoot(image.root, ['sh', '-c', script], { env, folder: image.folder, mounts }))
}

/** Id of the image's user. */
export function userIdOf({ root, user }: Image): number {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`))
  return Number(line?.split(':')[2])
}
