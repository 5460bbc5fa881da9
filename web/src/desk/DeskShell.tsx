import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, Menu, WifiOff } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { closeDesk, otherEmployersQuery, signOutOfDesk, switchEmployer, updateDeskMember } from "#/api/deskSession.queries.ts";
import { unreadQuery } from "#/api/deskMessages.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { Desk } from "#/api/types.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage, pageLanguage } from "#/platform/language.ts";
import { useOnline } from "#/platform/network.ts";
import { leaveTo } from "#/platform/page.ts";
import { type AppPath, useNavigate, usePath } from "#/platform/paths.ts";
import { productName } from "#/platform/product.ts";
import { DESK_ROUTES, type DeskPath } from "#/platform/deskRoutes.ts";
import { useFocusRescue } from "#/platform/useFocusRescue.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Mark } from "#/ui/Brand/Mark.tsx";
import { cx } from "#/ui/cx.ts";
import { Drawer } from "#/ui/Drawer/Drawer.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Toaster } from "#/ui/Toast/Toaster.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { VisuallyHidden } from "#/ui/VisuallyHidden/VisuallyHidden.tsx";
import { KeptNotices } from "./decide/KeptNotices.tsx";
import { PendingBar } from "./decide/PendingBar.tsx";
import styles from "./DeskShell.module.css";
import { DESK_SCREENS, opensFor } from "./routes.ts";

const MESSAGES = "/desk/messages";

type FrameProps = { /** The page's own name; the document's title adds the product's. */ title: string; header: ReactNode; children: ReactNode };

/** What all pages of the desk share: the skip link, the offline banner, toasts and the document's title. */
function Frame({ title, header, children }: FrameProps) {
  const online = useOnline();
  useFocusRescue();
  const documentTitle = m.desk_title({ page: title, product: productName() });
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <>
      <a href="#main" className={styles.skip}>
        {m.desk_skip()}
      </a>
      {!online && (
        <Banner tone="ink" icon={WifiOff}>
          <strong>{m.desk_offline()}</strong> {m.desk_offline_detail()}
        </Banner>
      )}
      {header}
      <Toaster />
      <main id="main" aria-label={title} tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </>
  );
}

/** The layout around a member's page: links in a row from 900 px, a side drawer below. */
export function DeskShell({ desk, title, children }: { desk: Desk; title: string; children: ReactNode }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const leave = () => drawer.current?.close();
  const header = (
    <header className={styles.bar}>
      <Brand href="/desk" owner={desk.employer.name} />
      <nav aria-label={m.desk_nav_label()} className={styles.row}>
        <PageLinks desk={desk} />
      </nav>
      <MemberMenu desk={desk} />
      <button type="button" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()} className={styles.menu}>
        <Icon as={Menu} />
        {m.desk_menu()}
      </button>
      <Drawer id="desk-menu" ref={drawer} title={m.desk_menu()}>
        <nav aria-label={m.desk_nav_label()} className={styles.drawer}>
          <PageLinks desk={desk} onLeave={leave} />
          <span className={styles.who}>
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
export function DoorShell({ title, children }: { title: string; children: ReactNode }) {
  const header = (
    <header className={styles.bar}>
      <Brand href="/desk/sign-in" owner={m.desk_for_employers()} />
      <span className={styles.door}>
        <OtherLanguage />
        <AppLink href="/" className={styles.link}>
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

/** The product's name and logo, and whose desk it is. */
function Brand({ href, owner }: { href: AppPath; owner: string }) {
  return (
    <AppLink href={href} className={styles.brand}>
      <Mark />
      {productName()}
      <span className={styles.owner}>{owner}</span>
    </AppLink>
  );
}

type LinksProps = { desk: Desk; /** Called after a link was followed. */ onLeave?: () => void };

function PageLinks({ desk, onLeave }: LinksProps) {
  const current = usePath();
  const listed = (Object.keys(DESK_ROUTES) as DeskPath[]).filter((path) => DESK_ROUTES[path].listed && opensFor(desk.member.role, DESK_ROUTES[path].access));
  return listed.map((path) => (
    <AppLink key={path} href={path} onClick={() => onLeave?.()} aria-current={current === path ? "page" : undefined} className={styles.link}>
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
      <AppLink href="/desk/account" onClick={() => onLeave?.()} className={styles.link}>
        {m.desk_nav_account()}
      </AppLink>
      <OtherEmployers onLeave={onLeave} />
      <OtherLanguage member={desk.member.id} />
      <button type="button" onClick={() => void leaveDesk()} className={styles.link}>
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
      toast({ title: messageOf(error, m.desk_in_failed()), tone: "danger" });
    }
    onLeave?.();
  };
  return data?.map(({ id, name }) => (
    <button key={id} type="button" disabled={isPending} onClick={() => void choose(id, name)} className={styles.link}>
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
    <button type="button" lang={other} onClick={() => void choose()} className={styles.link}>
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
      <button ref={button} type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className={styles.link}>
        {desk.member.firstName}
        <Icon as={ChevronDown} size="s" />
      </button>
      <div id={id} hidden={!open} className={cx(styles.panel)}>
        <MemberLinks desk={desk} onLeave={() => setOpen(false)} />
      </div>
    </div>
  );
}
