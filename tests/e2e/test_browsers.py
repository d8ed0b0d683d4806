"""What other browsers do otherwise, or cannot do: Chromium plays them, as far as it can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from duskfall.web.bundle import bundle
from tests.e2e.hosting import Host
from tests.e2e.phone import LOADING_MS, Phone, take_shot
from tests.e2e.serving import Server, shelved

# Safari: a screen lock and a sound only while a tap is being handled.
IN_A_TAP = "const tapped = () => window.event?.type === 'click'"
SAFARI_LOCK = f"""{IN_A_TAP}
Object.defineProperty(navigator, 'wakeLock', {{ value: {{ request: async () => {{
  if (!tapped()) throw new DOMException('', 'NotAllowedError')
  return Object.assign(new EventTarget(), {{ released: false, release: async () => {{}} }})
}} }} }})"""
SAFARI_SOUND = f"""{IN_A_TAP}
window.AudioContext = class {{
  state = 'interrupted'
  constructor() {{ window.audio = this }}
  async resume() {{ if (tapped()) this.state = 'running' }}
}}"""
# Safari: no share sheet long after the tap.
SAFARI_SHARE = """navigator.canShare = () => true
navigator.share = async () => { throw new DOMException('', 'NotAllowedError') }"""
# WebKit: the first version controls the page before it says that it is installed.
WEBKIT_FIRST = """sessionStorage.loads = Number(sessionStorage.loads ?? 0) + 1
Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => ({}) })"""
ACTIVE = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
NO_POPOVERS = "delete HTMLElement.prototype.showPopover"
NO_WASM = "delete window.WebAssembly"
NO_BUZZ = "delete Navigator.prototype.vibrate"
TOO_OLD = "delete Array.prototype.toSpliced"


LONG_PRESS = """(button) => {
  const press = new TouchEvent('touchstart', { bubbles: true, cancelable: true })
  button.dispatchEvent(press)
  return press.defaultPrevented
}"""


def begun(phone: Phone, address: str, *scripts: str) -> Host:
    """A new evening in a browser of this kind."""
    for script in scripts:
        phone.context.add_init_script(script)
    host = Host(phone)
    host.begin(address)
    return host


def at_the_first_speech(host: Host) -> Host:
    """Dealt by links, which nobody has to open here."""
    host.deal("links")
    while host.place != "speech":
        host.next()
    return host


@pytest.mark.usefixtures("pyodide")
def test_the_first_version_does_not_load_the_page_anew(phone: Phone, tmp_path: Path) -> None:
    bundle(tmp_path)
    phone.context.add_init_script(WEBKIT_FIRST)
    with shelved(tmp_path) as (address, _):
        phone.page.goto(address)
        phone.page.wait_for_function(ACTIVE, timeout=LOADING_MS)
        phone.page.wait_for_timeout(500)  # a page that loads itself anew has begun to
        assert phone.page.evaluate("sessionStorage.loads") == "1"


def test_the_screen_is_kept_lit_from_the_first_tap_on(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan, SAFARI_LOCK)
    host.reload()
    host.see("menu").tap()
    expect(host.see("menu-sheet").get_by_text("The screen stays lit.")).to_be_visible()


def test_a_clock_that_starts_by_itself_may_sound(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan, SAFARI_SOUND)
    with host.sheet("menu", "fold-device"):
        host.see("autostart").tap()
    at_the_first_speech(host)
    expect(host.see("timer")).to_be_visible()
    host.page.wait_for_function("window.audio?.state === 'running'")


def test_after_a_reload_any_tap_lets_the_clock_sound(phone: Phone, server: Server) -> None:
    host = at_the_first_speech(begun(phone, server.lan, SAFARI_SOUND))
    host.see("timer").tap()
    host.reload()
    host.see("menu").tap()
    host.page.wait_for_function("window.audio?.state === 'running'")


def test_a_protocol_that_cannot_be_shared_is_saved(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan, SAFARI_SHARE)
    host.see("menu").tap()
    assert "<html" in host.save("share")


def test_a_link_is_copied_out_of_an_open_sheet(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan)  # plain http: there is neither a share sheet nor a clipboard but the old one
    host.deal("links")
    host.see("qr-1").tap()
    host.page.evaluate("document.addEventListener('copy', () => (window.copied = String(getSelection())))")
    host.see("qr-sheet").get_by_text("Send").tap()
    expect(host.see("toast")).to_contain_text("is copied")
    assert host.page.evaluate("copied") == host.see("qr").get_attribute("data-link")


def test_without_popovers_a_word_is_seen_above_an_open_sheet(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan, NO_POPOVERS)
    host.deal("links")
    host.see("qr-1").tap()
    host.see("qr-sheet").get_by_text("Send").tap()
    expect(host.page.locator("dialog").get_by_text("is copied")).to_be_visible()
    take_shot(host.page, "toast-without-popovers")
    host.see("close").tap()
    host.see("send-2").tap()
    expect(host.page.locator("body > [data-test=toast]")).to_contain_text("is copied")


def test_a_long_press_on_the_eye_brings_up_nothing_of_the_browsers_own(phone: Phone, server: Server) -> None:
    host = begun(phone, server.lan)
    host.deal("phone")
    assert host.see("peek").evaluate(LONG_PRESS)
    assert not host.see("next").evaluate(LONG_PRESS), "an ordinary button is left alone"


@pytest.mark.parametrize(("scripts", "count"), [((), 1), ((NO_BUZZ,), 0)])
def test_only_a_device_that_buzzes_is_asked_whether_it_may(
    scripts: tuple[str, ...], count: int, phone: Phone, server: Server
) -> None:
    host = begun(phone, server.lan, *scripts)
    with host.sheet("menu", "fold-device"):
        expect(host.see("buzz")).to_have_count(count)


def test_a_browser_without_webassembly_needs_the_server_and_says_so(phone: Phone, server: Server) -> None:
    phone.context.add_init_script(NO_WASM)
    phone.page.goto(server.address)
    expect(Host(phone).see("offline")).to_contain_text("This browser cannot run the engine")
    assert phone.engine() == "server"


def test_without_webassembly_and_server_the_page_says_what_to_do(phone: Phone, tmp_path: Path) -> None:
    bundle(tmp_path)
    phone.context.add_init_script(NO_WASM)
    with shelved(tmp_path) as (address, _):
        phone.page.goto(f"{address}#/host/evening1")
        expect(phone.page.locator("main")).to_contain_text("Open the page in a newer browser")


def test_a_browser_that_is_too_old_is_told_so(phones: Callable[..., Phone], server: Server) -> None:
    old, new = phones(), phones()
    old.context.add_init_script(TOO_OLD)
    old.page.goto(server.lan)
    expect(old.page.locator("#late")).to_be_visible()
    take_shot(old.page, "too-old")
    new.page.goto(server.lan)
    expect(Host(new).see("go-host")).to_be_visible()
    expect(new.page.locator("#late")).to_have_count(0)


def test_a_page_that_does_not_start_says_so_by_itself(phone: Phone, server: Server) -> None:
    phone.page.route("**/app-*.js", lambda route: route.fulfill(content_type="text/javascript", body="void 0"))
    phone.page.goto(server.lan)
    line = phone.page.locator("#late")
    expect(line).not_to_be_visible()
    line.evaluate("(line) => line.getAnimations()[0].finish()")
    expect(line).to_be_visible()
