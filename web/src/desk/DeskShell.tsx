import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Menu } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { closeDesk, otherEmployersQuery, signOutOfDesk, switchEmployer, updateDeskMember } from "#/api/deskSession.queries.ts";
import { signOnAddress, signOnOnly } from "#/api/deskSingleSignOn.queries.ts";
import { unreadQuery } from "#/api/deskMessages.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { Desk } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage, pageLanguage } from "#/platform/language.ts";
import { useOnline } from "#/platform/network.ts";
import { leaveTo } from "#/platform/page.ts";
import { useNavigate, usePath } from "#/platform/paths.ts";
import { DESK_ROUTES, type DeskPath } from "#/platform/deskRoutes.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Brand } from "#/ui/Brand/Brand.tsx";
import { cx } from "#/ui/cx.ts";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import bar from "#/ui/page/Bar.module.css";
import drawerStyles from "#/ui/page/DrawerLinks.module.css";
import { Shell } from "#/ui/page/Shell.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { KeptNotices } from "#/desk/decide/KeptNotices.tsx";
import { PendingBar } from "#/desk/decide/PendingBar.tsx";
import styles from "./DeskShell.module.css";
import { DESK_SCREENS, opensFor } from "./routes.ts";

const MESSAGES = "/desk/messages";

type FrameProps = { title: string; header: ReactNode; children: ReactNode };

/** What all pages of the desk share. */
function Frame(props: FrameProps) {
  const online = useOnline();
  return <Shell {...props} offline={online ? undefined : m.desk_offline_detail()} />;
}

/** The layout around a member's page: links in a row from 900 px, a side drawer below. */
export function DeskShell({ desk, title, children }: { desk: Desk; title: string; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const leave = () => drawer.current?.close();
  const header = (
    <header className={cx(bar.bar, styles.head)}>
      <Brand href="/desk">
        <span className={styles.owner}>{desk.employer.name}</span>
      </Brand>
      <nav aria-label={m.ui_main_nav()} className={cx(bar.row, styles.row)}>
        <PageLinks desk={desk} />
      </nav>
      <MemberMenu desk={desk} />
      <button type="button" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()} className={bar.menu}>
        <Icon as={Menu} />
        {m.ui_menu()}
      </button>
      <Drawer id="desk-menu" ref={drawer} title={m.ui_menu()}>
        <nav aria-label={m.ui_main_nav()} className={drawerStyles.links}>
          <PageLinks desk={desk} onLeave={leave} />
          <span>
            {desk.member.name}, {desk.employer.name}
          </span>
          <MemberLinks desk={desk} onLeave={leave} />
        </nav>
      </Drawer>
    </header>
  );
  return (
    <Frame title={title} header={header}>
      <KeptNotices />
      {children}
      <PendingBar />
    </Frame>
  );
}

/** The layout around a page that needs no session. */
export function SignInShell({ title, children }: { title: string; children: ReactNode }) {
  const header = (
    <header className={cx(bar.bar, styles.doorBar)}>
      <Brand href="/desk/sign-in">
        <span className={styles.owner}>{m.desk_for_employers()}</span>
      </Brand>
      <span className={styles.door}>
        <OtherLanguage />
        <AppLink href="/" className={bar.navLink}>
          {m.desk_for_candidates()}
        </AppLink>
      </span>
    </header>
  );
  return (
    <Frame title={title} header={header}>
      {children}
    </Frame>
  );
}

type LinksProps = { desk: Desk; /** Called after a link was followed. */ onLeave?: () => void };

function PageLinks({ desk, onLeave }: LinksProps) {
  const current = usePath();
  const listed = (Object.keys(DESK_ROUTES) as DeskPath[]).filter((path) => DESK_ROUTES[path].listed && opensFor(desk.member.role, DESK_ROUTES[path].access));
  return listed.map((path) => (
    <AppLink key={path} href={path} onClick={() => onLeave?.()} aria-current={current === path ? "page" : undefined} className={bar.navLink}>
      {DESK_SCREENS[path].title()}
      {path === MESSAGES && <Unread />}
    </AppLink>
  ));
}

/** How many conversations have something new, after the name of their page. */
function Unread() {
  const count = useQuery(unreadQuery).data ?? 0;
  if (count === 0) return null;
  return (
    <>
      {" "}
      <Tag tone="info">
        <span aria-hidden="true">{formatCount(count)}</span>
        <VisuallyHidden>{m.desk_decide_messages_unread({ count })}</VisuallyHidden>
      </Tag>
    </>
  );
}

/** The member's own links: their account, the other language, and signing out. */
function MemberLinks({ desk, onLeave }: LinksProps) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { mutateAsync: signOut } = useMutation(signOutOfDesk);
  const leaveDesk = async () => {
    onLeave?.();
    const reply = await signOut().catch(() => undefined);
    if (reply?.next) leaveTo(reply.next);
    else navigate("/desk/sign-in", { replace: true });
    closeDesk(cache);
  };
  return (
    <>
      <AppLink href="/desk/account" onClick={() => onLeave?.()} className={bar.navLink}>
        {m.desk_nav_account()}
      </AppLink>
      <OtherEmployers onLeave={onLeave} />
      <OtherLanguage member={desk.member.id} />
      <button type="button" onClick={() => void leaveDesk()} className={bar.navLink}>
        {m.desk_sign_out()}
      </button>
    </>
  );
}

/** The other employers that the member works for. */
function OtherEmployers({ onLeave }: { onLeave: (() => void) | undefined }) {
  const navigate = useNavigate();
  const { data } = useQuery(otherEmployersQuery);
  const { mutateAsync: change, isPending } = useMutation(switchEmployer);
  const choose = async (id: string, employer: string) => {
    try {
      if (await change(id)) navigate("/desk");
      else toast({ title: m.desk_switch_mailed({ employer }), tone: "good" });
    } catch (error) {
      if (signOnOnly(error) !== null) return leaveTo(signOnAddress(id, "/desk"));
      toast({ title: messageOf(error, m.desk_in_failed()), tone: "danger" });
    }
    onLeave?.();
  };
  return data?.map(({ id, name }) => (
    <button key={id} type="button" disabled={isPending} onClick={() => void choose(id, name)} className={bar.navLink}>
      {m.desk_switch({ employer: name })}
    </button>
  ));
}

/** A link to the other language, named in that language. */
function OtherLanguage({ member }: { member?: string }) {
  const { mutateAsync: update } = useMutation(updateDeskMember);
  const other = pageLanguage() === "es" ? "en" : "es";
  const choose = async () => {
    // Without a connection only this browser remembers it.
    if (member) await update({ language: other }).catch(() => undefined);
    chooseLanguage(other);
  };
  return (
    <button type="button" lang={other} onClick={() => void choose()} className={bar.navLink}>
      {m.desk_other_language()}
    </button>
  );
}

/** The member's links behind their name: a disclosure that closes on Escape and when the focus leaves it. */
function MemberMenu({ desk }: { desk: Desk }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <div
      className={styles.member}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape" || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button ref={button} type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className={bar.navLink}>
        {desk.member.firstName}
        <Icon as={ChevronDown} size="s" />
      </button>
      <div id={id} hidden={!open} className={styles.panel}>
        <MemberLinks desk={desk} onLeave={() => setOpen(false)} />
      </div>
    </div>
  );
}
